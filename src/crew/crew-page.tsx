import { useCrew } from '../runtime/use-crew.ts';
import { Notice } from '../ui/notice.tsx';
import { CodeScreen } from './code-screen.tsx';
import { DayScreen } from './day-screen.tsx';
import { NoSheet } from './no-sheet.tsx';
import type { Office } from './office.ts';

/** The crew's page: the code, then the person's day. */
export function CrewPage({ office }: { office: Office }) {
  const crew = useCrew();
  if (crew === 'loading') return <Loading />;
  if (crew === 'failed') return <NoStorage />;
  const { device, sheet } = crew;
  if (!device || device.name === null) return <CodeScreen isEnded={crew.isEnded} office={office} />;
  return sheet ? (
    <DayScreen crew={crew} sheet={sheet} office={office} />
  ) : (
    <NoSheet name={device.name} reports={crew.reports} office={office} />
  );
}

/** As the document has it before the phone is read. */
const Loading = () => (
  <main className="grid min-h-dvh place-content-center justify-items-center gap-4 p-6 text-center">
    <span
      aria-hidden="true"
      className="size-12 rounded-full border-4 border-line border-t-brand motion-safe:animate-spin"
    />
    <p role="status" className="text-lg font-semibold text-heading">
      Loading…
    </p>
  </main>
);

const NoStorage = () => (
  <main className="mx-auto grid w-full max-w-xl gap-6 px-4 py-10">
    <h1 className="text-3xl font-extrabold">Our day</h1>
    <Notice tone="warning" title="This browser stores nothing for this page">
      <p>
        A private window, blocked site data or a full phone may be the cause. Open this page in an
        ordinary window, or free some space.
      </p>
    </Notice>
  </main>
);
