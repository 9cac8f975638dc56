import { format } from 'date-fns';
import type { BrowserError } from '../../core/server/admin-backend.ts';
import { countText } from '../../ui/count-text.ts';
import { useBrowserErrors } from '../sync/use-browser-errors.ts';
import { Section } from './section.tsx';

function introText(errors: readonly BrowserError[] | 'unread'): string {
  if (errors === 'unread')
    return 'The list could not be read. Open this page again when there is a connection.';
  return errors.length === 0
    ? 'No browser has reported an error of the website or the portal in the last 30 days.'
    : 'Errors of the website and the portal in the last 30 days, on all devices, for the person who looks after the site. They name nobody.';
}

/** Errors reported by the browsers of visitors and staff, the newest day first. */
export function BrowserErrors() {
  const errors = useBrowserErrors();
  if (errors === null) return null;
  return (
    <Section title="Errors in browsers">
      <p>{introText(errors)}</p>
      {errors !== 'unread' && errors.length > 0 && (
        <ul className="grid w-full divide-y divide-line">
          {errors.map((error) => (
            <ErrorLine key={`${error.day} ${error.release} ${error.hash}`} error={error} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function ErrorLine({ error: { day, release, kind, place, times } }: { error: BrowserError }) {
  return (
    <li className="flex flex-wrap justify-between gap-x-6 py-2">
      <span className="min-w-0 font-semibold break-all text-heading">{`${kind} at ${place}`}</span>
      <span className="text-muted">
        {`${times === 1 ? 'once' : `${countText(times)} times`}, ${format(day, 'EEE d MMM yyyy')}, release ${release}`}
      </span>
    </li>
  );
}
