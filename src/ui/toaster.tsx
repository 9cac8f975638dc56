import { createRoot } from 'react-dom/client';
import { Toaster } from 'sonner';

export { toast } from 'sonner';

/** The corner itself belongs to the floating link, and what is beside and below it to a phone's notch and home bar. */
const ABOVE_THE_CORNER = {
  bottom: 'calc(4rem + max(1rem, env(safe-area-inset-bottom)))',
  right: 'max(1rem, env(safe-area-inset-right))',
  left: 'max(1rem, env(safe-area-inset-left))',
};

/** A root of its own, so that no page has to carry the library for a message it may never show. */
const container = document.createElement('div');
document.body.append(container);
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
