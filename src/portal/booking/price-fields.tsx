import type { PriceUnit } from '../../core/domain/price.ts';
import { agreedPriceText, PRICE_UNIT_TEXTS } from '../../core/domain/price-text.ts';
import type { ReplicaRow } from '../../core/server/admin-backend.ts';
import { TextField } from '../../ui/fields.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import type { TypedPrice } from './answer-draft.ts';

interface PriceFieldsProps {
  booking: ReplicaRow<'bookings'>;
  price: TypedPrice;
  error: string | undefined;
  onChange: (changes: Partial<TypedPrice>) => void;
}

/** The agreed price: an amount of pounds, and its unit. */
export function PriceFields({ booking, price, error, onChange }: PriceFieldsProps) {
  const agreed = agreedPriceText(booking);
  return (
    <div className="grid grid-cols-2 gap-4">
      <TextField
        id="answer-price"
        label="Agreed price, £"
        inputMode="decimal"
        autoComplete="off"
        value={price.pounds}
        hint={agreed === null ? 'Optional: 66 or 66.50' : `Empty: it stays ${agreed}`}
        error={error}
        onChange={({ target }) => onChange({ pounds: target.value })}
      />
      <SelectField
        id="answer-price-per"
        label="Price for"
        options={PRICE_UNIT_TEXTS}
        value={price.per}
        onChange={({ target }) => onChange({ per: target.value as PriceUnit })}
      />
    </div>
  );
}
