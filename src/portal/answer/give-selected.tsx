import { useState } from 'react';
import { officeAnswerSchema } from '../../core/domain/office-answer.ts';
import { isSameCrew } from '../../core/domain/booking-events.ts';
import { crewNames } from '../../core/domain/team.ts';
import type { PendingAnswer } from '../../core/mutations/office-answer.ts';
import type { ReplicaRow } from '../../core/server/admin-backend.ts';
import { outbox } from '../../runtime/outbox.ts';
import { buttonClass, smallButtonClass } from '../../ui/button.ts';
import { countText } from '../../ui/count-text.ts';
import { Dialog, DialogButtons } from '../../ui/dialog.tsx';
import { focusHeading } from '../../ui/page-change.ts';
import { notify } from '../../ui/toast.ts';
import { isSynced } from '../bookings/booking-actions.ts';
import type { SelectionCommandsProps } from '../list/list-screen.ts';
import { answerBookings } from '../sync/admin-commands.ts';
import { useLists } from '../sync/use-lists.ts';
import { useTeamNames } from '../sync/use-team.ts';
import { announceAnswers } from './announce-answers.ts';
import { PeopleChoice } from './people-choice.tsx';

type Booking = ReplicaRow<'bookings'>;

/** Gives all selected bookings to people of the team: each booking alone, never its series. */
export function GiveSelected({ rows, onDone }: SelectionCommandsProps<'bookings'>) {
  const [isOpen, setOpen] = useState(false);
  const names = useTeamNames();
  if (names.size === 0) return null;
  return (
    <>
      <button type="button" className={smallButtonClass('secondary')} onClick={() => setOpen(true)}>
        Give to…
      </button>
      {isOpen && <GiveDialog rows={rows} onDone={onDone} onClose={() => setOpen(false)} />}
    </>
  );
}

/**
 * Undoes the waiting choices for these bookings, which the next ones replace. Leaves out the bookings
 * whose choice may have been sent already, and says so.
 */
async function withoutSent(
  bookings: readonly Booking[],
  waiting: ReadonlyMap<string, PendingAnswer>,
): Promise<Booking[]> {
  const free: Booking[] = [];
  for (const booking of bookings) {
    const choice = waiting.get(booking.id);
    const isFree = !choice || choice.attention || (await outbox.undo(choice.entry.id, false));
    if (isFree) free.push(booking);
  }
  const left = bookings.length - free.length;
  if (left > 0)
    void notify.info(
      `${left === 1 ? '1 booking is' : `${countText(left)} bookings are`} being given out just now. Try again in a moment.`,
    );
  return free;
}

interface GiveDialogProps extends SelectionCommandsProps<'bookings'> {
  onClose: () => void;
}

function GiveDialog({ rows, onDone, onClose }: GiveDialogProps) {
  const names = useTeamNames();
  const waiting = useLists(({ answers }) => answers.assigned);
  const bookings = rows.filter(isSynced);
  const [crew, setCrew] = useState<string[]>(() => {
    const [first, ...others] = bookings.map((row) => row.crew.filter((id) => names.has(id)));
    return first && others.every((other) => isSameCrew(first, other)) ? first : [];
  });
  const [error, setError] = useState<string>();
  const count = bookings.length === 1 ? '1 booking' : `${countText(bookings.length)} bookings`;

  const give = async () => {
    const { data: values, error: fault } = officeAnswerSchema.safeParse({
      kind: 'assigned',
      day: null,
      time_slot: null,
      message: null,
      crew,
      for_series: false,
    });
    if (!values) return setError(fault.issues[0]?.message);
    onClose();
    onDone();
    requestAnimationFrame(focusHeading);
    const given = await withoutSent(
      bookings.filter((booking) => !isSameCrew(booking.crew, crew)),
      waiting,
    );
    const outcomes = await answerBookings(given.map((booking) => ({ booking, values })));
    announceAnswers(
      outcomes.map((outcome, place) => ({
        kind: 'assigned',
        bookingId: given[place]?.id ?? '',
        outcome,
      })),
    );
  };

  return (
    <Dialog
      open
      title={`Give ${count} to…`}
      description="Each of them alone: other visits of a series stay."
      onClose={onClose}
    >
      <PeopleChoice
        legend="Who goes"
        chosen={crew}
        error={error}
        onChange={(chosen) => {
          setError(undefined);
          setCrew(chosen);
        }}
      />
      <DialogButtons>
        <button type="button" className={buttonClass('secondary')} onClick={onClose}>
          Cancel
        </button>
        <button type="button" className={buttonClass('primary')} onClick={() => void give()}>
          {crew.length === 0 ? 'Give to nobody' : `Give to ${crewNames(crew, names)}`}
        </button>
      </DialogButtons>
    </Dialog>
  );
}
