/** The id of the checkbox that ticks a row. */
export const selectBoxId = (rowId: string) => `select-${rowId}`;

interface SelectBoxProps {
  rowId: string;
  /** How the row is called. */
  name: string;
  checked: boolean;
  onToggle: () => void;
}

/** Ticks a row, with room around it for a finger. */
export function SelectBox({ rowId, name, checked, onToggle }: SelectBoxProps) {
  return (
    <label className="grid size-11 place-items-center">
      <input
        type="checkbox"
        id={selectBoxId(rowId)}
        aria-label={`Select ${name}`}
        checked={checked}
        onChange={onToggle}
        className="size-6 cursor-pointer accent-brand"
      />
    </label>
  );
}
