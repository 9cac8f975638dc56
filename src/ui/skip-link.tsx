/**
 * The first link that Tab reaches: it skips the navigation and focuses the element with the id
 * `main`.
 */
export function SkipLink() {
  return (
    <a
      href="#main"
      onClick={(event) => {
        // A hash in the address would count as a navigation.
        event.preventDefault();
        document.getElementById('main')?.focus();
      }}
      className="z-50 rounded-full bg-brand px-5 py-3 font-semibold text-on-brand not-focus:sr-only focus:fixed focus:top-[max(0.75rem,env(safe-area-inset-top))] focus:left-[max(0.75rem,env(safe-area-inset-left))]"
    >
      Skip to content
    </a>
  );
}
