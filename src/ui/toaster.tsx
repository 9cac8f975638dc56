import { createRoot } from 'react-dom/client';
import { toast, Toaster, type ExternalToast } from 'sonner';
import styles from './toaster.css?inline';

export { toast };

/** Leaves the corner to a floating button or bar, and the edges to a phone's notch and home bar. */
const ABOVE_THE_CORNER = {
  // Below the bar at the top of the pages.
  top: 'calc(4.75rem + env(safe-area-inset-top))',
  bottom: 'calc(var(--toast-room, 4rem) + max(1rem, env(safe-area-inset-bottom)))',
  right: 'max(1rem, env(safe-area-inset-right))',
  left: 'max(1rem, env(safe-area-inset-left))',
};

// Loaded with the library, so that pages without a message carry neither.
document.head.append(Object.assign(document.createElement('style'), { textContent: styles }));

/** A React root of its own, so that pages without a message do not load the library. */
const container = document.createElement('div');
document.body.append(container);
// Above an open dialog too, which blocks presses on the rest of the page: a message can be closed,
// and a press on it is not one outside the dialog, which would close the dialog.
container.style.pointerEvents = 'auto';
container.addEventListener('pointerdown', (event) => event.stopPropagation());
createRoot(container).render(
  <Toaster
    position="bottom-right"
    theme="system"
    hotkey={['altKey', 'KeyT']}
    containerAriaLabel="Notifications"
    closeButton
    richColors
    duration={8000}
    offset={ABOVE_THE_CORNER}
    mobileOffset={ABOVE_THE_CORNER}
  />,
);

/** The screens on which messages are full width. */
const PHONE = matchMedia('(max-width: 600px)');

/** The options of a message that a notice on the page repeats. */
export const repeatedOptions = (): ExternalToast => ({
  duration: 3000,
  ...(PHONE.matches && { position: 'top-center' }),
});

/** A text that screen readers skip. */
export const unheard = (text: string) => <span aria-hidden="true">{text}</span>;

const FIELDS =
  ':is(input:not([type=checkbox], [type=radio]), select, textarea):not([tabindex="-1"])';

/**
 * Dismisses the messages when the focused field lies under one: the person wants the field, and
 * important messages also stand on the page.
 */
function uncoverFields(): void {
  if (!PHONE.matches) return;
  const messages = [...document.querySelectorAll('[data-sonner-toast]')].map((message) =>
    message.getBoundingClientRect(),
  );
  const isCovered = (field: Element) => {
    const { top, bottom } = field.getBoundingClientRect();
    return messages.some((message) => top < message.bottom && bottom > message.top);
  };
  if (messages.length > 0 && [...document.querySelectorAll(FIELDS)].some(isCovered))
    toast.dismiss();
}

// The page's own scroll to the outcome of a submit dismisses no message.
let isMovedByHand = false;
addEventListener('touchstart', () => (isMovedByHand = false), { passive: true });
addEventListener('touchmove', () => (isMovedByHand = true), { passive: true });
addEventListener('scroll', () => isMovedByHand && uncoverFields(), { passive: true });
addEventListener(
  'focusin',
  ({ target }) => target instanceof Element && target.matches(FIELDS) && uncoverFields(),
);
