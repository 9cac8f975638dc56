import type { ReadFailure } from '../../runtime/use-shown-rows.ts';
import { smallButtonClass } from '../../ui/button.ts';
import { Icon } from '../../ui/icon.tsx';
import { Picture } from '../../ui/picture.tsx';
import { passFocusOn } from '../../ui/page-change.ts';
import { notReadText } from '../causes.ts';
import emptyRoom from '../art/empty-state.webp?w=400,800&picture';

const DAY = 24 * 60 * 60 * 1000;

const isOld = (storedAt: number) => Date.now() - storedAt > DAY;

interface AsOfProps {
  /** When the list was kept on this device, in milliseconds since 1970; null when it comes from the server. */
  storedAt: number | null;
}

/** Says how old a list is when it is older than a day. */
export function AsOf({ storedAt }: AsOfProps) {
  if (storedAt === null || !isOld(storedAt)) return null;
  const date = new Date(storedAt);
  return (
    <p className="mb-6 text-sm text-muted">
      as of{' '}
      <time dateTime={date.toISOString()}>
        {date.toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short' })}
      </time>
      , from the copy on this device
    </p>
  );
}

/** What stands where a list has nothing to show. */
export function EmptyList({ text }: { text: string }) {
  return (
    <div className="mx-auto grid max-w-sm justify-items-center gap-5 py-6 text-center">
      <Picture
        picture={emptyRoom}
        sizes="min(24rem, 100vw - 2rem)"
        alt=""
        className="rounded-3xl"
      />
      <p className="text-lg font-semibold text-heading">{text}</p>
    </div>
  );
}

interface NotReadProps {
  /** What could not be read, as the beginning of a sentence: 'The open positions'. */
  what: string;
  failure: ReadFailure | null;
}

/**
 * Says that a list is empty because it could not be read, so that nobody takes a broken connection for an empty list, and
 * offers to try again. A live region: it stands in the page also while there is nothing to say.
 */
export function NotRead({ what, failure }: NotReadProps) {
  return (
    <div role="status" className="empty:hidden">
      {failure && (
        <div className="mx-auto flex max-w-xl flex-wrap items-center justify-center gap-x-4 gap-y-3 rounded-2xl border border-warning bg-warning-tint px-4 py-3">
          <p className="flex min-w-0 flex-1 basis-60 items-start gap-2.5 text-heading">
            <Icon name="alert" className="mt-0.5 size-5 text-warning" />
            <span>
              {failure.isRetrying ? 'Trying again...' : notReadText(what, failure.reason)}
            </span>
          </p>
          <button
            ref={passFocusOn}
            type="button"
            aria-disabled={failure.isRetrying}
            onClick={() => failure.isRetrying || failure.retry()}
            className={`${smallButtonClass('secondary')} aria-disabled:opacity-60`}
          >
            Try again
          </button>
        </div>
      )}
    </div>
  );
}
