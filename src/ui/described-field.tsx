import type { FieldProps } from './fields.tsx';
import { TextareaField, TextField } from './fields.tsx';
import { SelectField } from './select-field.tsx';

/** The facts about a field by which a form draws its control. */
interface FieldDescription {
  label: string;
  /** Stored value → text; absent for a typed text or a day. */
  choices?: Readonly<Record<string, string>>;
  /** A text of several lines. */
  text?: object;
  kind?: 'phone' | 'email' | 'day';
  optional?: true;
}

interface DescribedFieldProps extends Omit<FieldProps, 'label'> {
  field: FieldDescription;
  /** Shown while nothing is chosen. */
  placeholder: string;
}

const TYPES = { phone: 'tel', email: 'email', day: 'date' } as const;

/** The control of a field that needs nothing but its description. */
export function DescribedField({ field, placeholder, ...binding }: DescribedFieldProps) {
  const { label, choices, text, kind, optional } = field;
  const props = {
    ...binding,
    label: optional ? `${label} (optional)` : label,
    required: !optional,
  };
  if (choices) return <SelectField {...props} placeholder={placeholder} options={choices} />;
  if (text) return <TextareaField {...props} rows={3} />;
  return <TextField {...props} type={kind ? TYPES[kind] : 'text'} />;
}
