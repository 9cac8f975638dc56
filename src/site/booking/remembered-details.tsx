import { useWatch, type UseFormReturn } from 'react-hook-form';
import type { Booking } from '../../core/domain/booking.ts';
import { useDetails, type Details } from '../../runtime/forms/details.ts';
import { smallButtonClass } from '../../ui/shell/button.ts';
import type { BookingValues } from './booking-fields.tsx';

/** In the order of the form. */
const FIELDS = ['name', 'phone', 'email', 'address'] as const satisfies readonly (keyof Details)[];

/** Fills in what this device remembers of the person, where they left it blank; then the next field has the focus. */
export function UseDetails({ form }: { form: UseFormReturn<BookingValues, unknown, Booking> }) {
  const details = useDetails();
  const typed = useWatch({ control: form.control, name: FIELDS });
  const blank = FIELDS.filter((_, i) => typed[i] === '');
  if (!details || blank.length === 0) return null;

  const use = () => {
    for (const name of blank) form.setValue(name, details[name], { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
    form.setFocus('service_type');
  };
  return (
    <button type="button" onClick={use} className={smallButtonClass('secondary')}>
      Use my details
    </button>
  );
}
