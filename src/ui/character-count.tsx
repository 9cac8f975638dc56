/** How much of a text's room is used, in the unit the limit is checked in. */
export function CharacterCount({ text, max }: { text: string; max: number }) {
  const length = [...text.trim()].length;
  return (
    <span className={length > max ? 'font-semibold text-danger' : undefined}>
      {length}/{max} characters
    </span>
  );
}
