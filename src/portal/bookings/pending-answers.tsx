import { useList, useLists } from '../sync/use-lists.ts';
import { smallButtonClass } from '../../ui/button.ts';
import { focusHeading } from '../../ui/page-change.ts';
import { Icon } from '../../ui/icon.tsx';
import { laterText } from '../causes.ts';
import { useTeamNames } from '../team/use-team.ts';
import { PendingBar, undoPending } from '../booking/pending-answer.tsx';
import { pendingOf, type Pending } from '../booking/use-pending.ts';

/** More waiting answers are one line. */
const SHOWN = 3;

/** Many waiting answers in one line, with Undo for those that have not begun. */
function ManyWaiting({ answers }: { answers: readonly Pending[] }) {
  const [last] = answers;
  const undoable = answers.filter(({ canUndo }) => canUndo);
  const kinds = new Set(answers.map(({ texts }) => texts));
  if (!last) return null;
  const text =
    kinds.size === 1 ? last.texts.willBe(answers.length) : `${answers.length} answers will be sent`;
  const undo = async () => {
    for (const { id } of undoable) await undoPending(id);
    focusHeading();
  };
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-2xl border border-warning bg-warning-tint px-4 py-3">
      <p className="flex min-w-0 grow basis-56 items-start gap-2.5 text-heading">
        <Icon name="clock" className="mt-0.5 size-5 shrink-0 text-warning" />
        <span>{`${text} ${laterText(last.cause)}`}</span>
      </p>
      {undoable.length > 0 && (
        <button type="button" className={smallButtonClass('secondary')} onClick={() => void undo()}>
          {`Undo all (${undoable.length})`}
        </button>
      )}
    </div>
  );
}

/** The answers and settings that the server does not have: those that wait, and those that it refused. */
export function PendingAnswers() {
  const answers = useLists((lists) => lists.answers);
  const settings = useLists((lists) => lists.settings);
  const { rows } = useList('bookings');
  const names = useTeamNames();
  if (answers.size + settings.size === 0) return null;
  const bookingOf = (id: string) => rows.find((row) => row.id === id);
  const all = pendingOf(answers, settings, bookingOf, names).reverse();
  const waiting = all.filter(({ attention }) => !attention);
  const refused = all.filter(({ attention }) => attention);
  return (
    // No live region: toasts announce how an answer ended.
    <div className="grid gap-2">
      {waiting.length > SHOWN && <ManyWaiting answers={waiting} />}
      {[...refused, ...(waiting.length > SHOWN ? [] : waiting)].map((pending) => (
        <PendingBar
          key={pending.id}
          pending={pending}
          customer={bookingOf(pending.bookingId)?.name}
          isInList
        />
      ))}
    </div>
  );
}
