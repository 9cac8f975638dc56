import { LIMITS } from '../../core/domain/limits.ts';
import { CharacterCount } from '../../ui/character-count.tsx';
import { bindNothing } from '../forms/bind.ts';
import { FormShell } from '../forms/form-shell.tsx';
import { BookingFields } from './booking-fields.tsx';

/** The booking form while its code loads. */
export function BookingShell() {
  return (
    <FormShell submitLabel="Submit Booking Request">
      <BookingFields
        bind={bindNothing('booking')}
        disabled
        notesCount={<CharacterCount text="" max={LIMITS.notes.max} />}
      />
    </FormShell>
  );
}
