/** The key code of a key that belongs to an input method. Safari reports no composition for the last one. */
const OF_INPUT_METHOD = 229;

/**
 * From now on, keys that compose a word are no commands: Escape ends the composition and closes
 * nothing. Captured at the window, so that it comes before every other listener.
 */
export function ignoreComposingKeys(): void {
  addEventListener(
    'keydown',
    (event) => {
      if (event.isComposing || event.keyCode === OF_INPUT_METHOD) event.stopPropagation();
    },
    { capture: true },
  );
}
