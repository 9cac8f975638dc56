import { adminBackend } from '../../runtime/auth/portal-server.ts';
import { useRead } from '../../runtime/use-read.ts';
import { countText } from '../../ui/count-text.ts';
import { Section } from './section.tsx';

type Count = number | 'unread';

/** How many errors browsers reported; `unread` without a response. */
async function readErrorCount(): Promise<Count> {
  const response = await adminBackend.countRows('browser_errors');
  return response.outcome === 'read' ? response.value : 'unread';
}

function countSentence(count: Count): string {
  if (count === 'unread')
    return 'Their number could not be read. Open this page again when there is a connection.';
  if (count === 0)
    return 'No browser has reported an error of the website or the portal in the last 30 days.';
  const errors = count === 1 ? '1 error' : `${countText(count)} errors`;
  return `Browsers reported ${errors} of the website and the portal in the last 30 days, each counted once a day. The person who looks after the site can read them in the database. They name nobody.`;
}

/** How many errors the browsers of visitors and staff reported. */
export function BrowserErrors() {
  const { value: count } = useRead(readErrorCount);
  return (
    count !== null && (
      <Section title="Errors in browsers">
        <p>{countSentence(count)}</p>
      </Section>
    )
  );
}
