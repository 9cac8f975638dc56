import { createRoot } from 'react-dom/client';
import { toast, Toaster, type ExternalToast } from 'sonner';
import styles from './toaster.css?inline';

export { toast };

/** The corner belongs to a floating button or bar, and its edges to a phone's notch and home bar. */
const ABOVE_THE_CORNER = {
  // Below the bar on top of the pages.
  top: 'calc(4.75rem + env(safe-area-inset-top))',
  bottom: 'calc(var(--toast-room, 4rem) + max(1rem, env(safe-area-inset-bottom)))',
  right: 'max(1rem, env(safe-area-inset-right))',
  left: 'max(1rem, env(safe-area-inset-left))',
};

// With the library, so that no page has to carry them for a message it may never show.
document.head.append(Object.assign(document.createElement('style'), { textContent: styles }));

/** A root of its own, so that no page has to carry the library for a message it may never show. */
const container = document.createElement('div');
document.body.append(container);
// Above an open window too, which takes presses from the rest of the page: a message stays to be closed, and a press on it is none beside
// the window, which would close that.
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

/** Where messages are as wide as the screen. */
const PHONE = matchMedia('(max-width: 600px)');

/** How a message is shown that a notice on the page repeats. */
export const repeatedOptions = (): ExternalToast => ({
  duration: 3000,
  ...(PHONE.matches && { position: 'top-center' }),
});

const FIELDS =
  ':is(input:not([type=checkbox], [type=radio]), select, textarea):not([tabindex="-1"])';

/** Takes the messages away when a field lies under one: a person came to it, and what matters also stands on the page. */
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

// A page that moves by itself, to what became of a submit, takes no message away.
let isMovedByHand = false;
addEventListener('touchstart', () => (isMovedByHand = false), { passive: true });
addEventListener('touchmove', () => (isMovedByHand = true), { passive: true });
addEventListener('scroll', () => isMovedByHand && uncoverFields(), { passive: true });
addEventListener(
  'focusin',
  ({ target }) => target instanceof Element && target.matches(FIELDS) && uncoverFields(),
);
