/** Says that a form was filled in again, and offers to empty it. */
export function DraftNotice({ onClear }: { onClear: () => void }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-2xl bg-tint px-4 py-2 text-heading">
      <p>We kept what you typed.</p>
      <button type="button" onClick={onClear} className="min-h-9 font-semibold text-brand underline underline-offset-4">
        Clear
      </button>
    </div>
  );
}
