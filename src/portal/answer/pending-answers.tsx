import type { PendingAnswer } from '../../core/mutations/office-answer.ts';
import { useList, useLists } from '../sync/use-lists.ts';
import { smallButtonClass } from '../../ui/button.ts';
import { focusHeading } from '../../ui/page-change.ts';
import { Icon } from '../../ui/icon.tsx';
import { laterText } from '../causes.ts';
import { willBeText } from './answer-texts.ts';
import { PendingAnswerBar, undoAnswer } from './pending-answer.tsx';

/** More waiting answers are one line. */
const SHOWN = 3;

/** Many waiting answers in one line, with Undo for those that have not begun. */
function ManyWaiting({ answers }: { answers: readonly PendingAnswer[] }) {
  const [last] = answers;
  const undoable = answers.filter(({ canUndo }) => canUndo);
  const kinds = new Set(answers.map(({ entry }) => entry.answer.kind));
  if (!last) return null;
  const text =
    kinds.size === 1
      ? willBeText(last.entry.answer.kind, answers.length)
      : `${answers.length} answers will be sent`;
  const undo = async () => {
    for (const { entry } of undoable) await undoAnswer(entry.id);
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

/** The answers that the server has not added: those that wait, and those that it refused. */
export function PendingAnswers() {
  const answers = useLists((lists) => lists.answers);
  const { rows } = useList('bookings');
  const all = Object.values(answers)
    .flatMap((ofGroup) => [...ofGroup.values()])
    .sort((a, b) => a.entry.createdAt - b.entry.createdAt)
    .reverse();
  if (all.length === 0) return null;
  const waiting = all.filter(({ attention }) => !attention);
  const refused = all.filter(({ attention }) => attention);
  return (
    // No live region: toasts announce how an answer ended.
    <div className="grid gap-2">
      {waiting.length > SHOWN && <ManyWaiting answers={waiting} />}
      {[...refused, ...(waiting.length > SHOWN ? [] : waiting)].map((answer) => (
        <PendingAnswerBar
          key={answer.entry.id}
          answer={answer}
          booking={rows.find(({ id }) => id === answer.entry.bookingId)}
          isInList
        />
      ))}
    </div>
  );
}
