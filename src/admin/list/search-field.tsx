import { controlClass } from '../../ui/field.tsx';
import type { Search } from './use-search.ts';

interface SearchFieldProps {
  label: string;
  search: Pick<Search<never>, 'text' | 'setText' | 'setFocused'>;
}

/** Searches what is on this device, as a person types. */
export function SearchField({ label, search: { text, setText, setFocused } }: SearchFieldProps) {
  return (
    <input
      type="search"
      aria-label={label}
      placeholder={label}
      value={text}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      onChange={(event) => setText(event.target.value)}
      className={`${controlClass} min-h-12 placeholder:text-muted`}
    />
  );
}
