import { createRoot } from 'react-dom/client';
import { Toaster } from 'sonner';
import './toaster.css';

export { toast } from 'sonner';

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
  />,
);
