import { useState } from 'react';
import { isSameValue, SETTINGS } from '../../core/domain/booking-settings.ts';
import { crewNames } from '../../core/domain/team.ts';
import { settingKey, type PendingSettings } from '../../core/mutations/booking-setting.ts';
import type { ReplicaRow } from '../../core/server/admin-backend.ts';
import { outbox } from '../../runtime/outbox.ts';
import { buttonClass, smallButtonClass } from '../../ui/button.ts';
import { countText } from '../../ui/count-text.ts';
import { Dialog, DialogButtons } from '../../ui/dialog.tsx';
import { focusHeading } from '../../ui/page-change.ts';
import { notify } from '../../ui/toast.ts';
import { isSynced } from '../booking/booking-actions.ts';
import type { SelectionCommandsProps } from '../list/list-screen.ts';
import { useLists } from '../sync/use-lists.ts';
import { useTeamNames } from '../team/use-team.ts';
import { announceSettings } from '../booking/announce-answers.ts';
import { PeopleChoice } from '../booking/people-choice.tsx';
import { setBookings } from '../booking/send-answers.ts';

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
  waiting: PendingSettings,
): Promise<Booking[]> {
  const free: Booking[] = [];
  for (const booking of bookings) {
    const choice = waiting.get(settingKey(booking.id, 'crew'));
    if (!choice || choice.attention) free.push(booking);
    else if (await outbox.undo(choice.entry.id, false))
      free.push({ ...booking, crew: [...(choice.entry.expected ?? booking.crew)] });
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
  const waiting = useLists(({ settings }) => settings);
  const bookings = rows.filter(isSynced);
  const [crew, setCrew] = useState<string[]>(() => {
    const [first, ...others] = bookings.map((row) => row.crew.filter((id) => names.has(id)));
    return first && others.every((other) => isSameValue(first, other)) ? first : [];
  });
  const [error, setError] = useState<string>();
  const count = bookings.length === 1 ? '1 booking' : `${countText(bookings.length)} bookings`;

  const give = async () => {
    const { data: people, error: fault } = SETTINGS.crew.schema.safeParse(crew);
    if (!people) return setError(fault.issues[0]?.message);
    onClose();
    onDone();
    requestAnimationFrame(focusHeading);
    const given = await withoutSent(
      bookings.filter((booking) => !isSameValue(booking.crew, people)),
      waiting,
    );
    const outcomes = await setBookings('crew', people, given, false);
    announceSettings(
      'crew',
      outcomes.map((outcome, place) => ({ bookingId: given[place]?.id ?? '', outcome })),
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
