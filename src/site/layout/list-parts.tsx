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
  /** When the list was stored on this device, in ms since 1970; null for the server's list. */
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

/** The text in place of an empty list. */
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
  /** The list's name, as the beginning of a sentence: 'The open positions'. */
  what: string;
  failure: ReadFailure | null;
}

/**
 * Says that a list could not be read, so that a failure does not look like an empty list, and
 * offers to try again. Its live region is in the document without a text too.
 */
export function NotRead({ what, failure }: NotReadProps) {
  return (
    <div
      className={
        failure
          ? 'mx-auto flex max-w-xl flex-wrap items-center justify-center gap-x-4 gap-y-3 rounded-2xl border border-warning bg-warning-tint px-4 py-3'
          : 'hidden'
      }
    >
      <p role="status" className="flex min-w-0 flex-1 basis-60 items-start gap-2.5 text-heading">
        {failure && (
          <>
            <Icon name="alert" className="mt-0.5 size-5 text-warning" />
            <span>
              {failure.isRetrying ? 'Trying again...' : notReadText(what, failure.reason)}
            </span>
          </>
        )}
      </p>
      {failure && (
        <button
          ref={passFocusOn}
          type="button"
          aria-disabled={failure.isRetrying}
          onClick={() => failure.isRetrying || failure.retry()}
          className={`${smallButtonClass('secondary')} aria-disabled:opacity-60`}
        >
          Try again
        </button>
      )}
    </div>
  );
}
