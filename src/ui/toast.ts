/** Short messages in the corner. The library that shows them loads when the page is idle, or with the first one. */

export interface ToastOptions {
  /** A second message with the same id takes the place of the first. */
  id?: string;
  /** What the message, then a title, is about. */
  description?: string;
  /** Set where the message would otherwise cover its own subject. */
  position?: 'top-center';
  /** Milliseconds; `Infinity` stays until it is dismissed. */
  duration?: number;
  /** A notice on the page says the same: the message goes sooner, and on a phone stands above the notice, where it covers no control. */
  isRepeated?: boolean;
  action?: { label: string; onClick: () => void };
  /** A second button, which dismisses the message. */
  cancel?: { label: string; onClick: () => void };
}

type Kind = 'success' | 'error' | 'info' | 'loading';

const importToaster = () => import('./toaster.tsx');
let loading: ReturnType<typeof importToaster> | undefined;

/** One promise for all who wait: of two imports of the same file the later may come first, and an old message last. */
function loadToaster(): ReturnType<typeof importToaster> {
  loading ??= importToaster().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function show(kind: Kind, text: string, options: ToastOptions = {}): Promise<void> {
  try {
    const { toast, repeatedOptions } = await loadToaster();
    const { isRepeated, ...others } = options;
    // Named even when there is none: a message that takes another's place would keep what that one was about.
    toast[kind](text, { description: undefined, ...(isRepeated && repeatedOptions()), ...others });
  } catch (error) {
    // Offline before the library was ever loaded: what matters also stands on the page.
    console.warn('A message could not be shown:', text, error);
  }
}

/** Each that shows something resolves when it is shown, and never rejects. */
export const notify = {
  success: (text: string, options?: ToastOptions) => show('success', text, options),
  error: (text: string, options?: ToastOptions) => show('error', text, options),
  info: (text: string, options?: ToastOptions) => show('info', text, options),
  loading: (text: string, options?: ToastOptions) => show('loading', text, options),
  /** Loads the library ahead of the first message, so that its region is there for Alt+T and for screen readers. */
  prepare: () =>
    void loadToaster().catch((error: unknown) => console.warn('Not loaded yet:', error)),
  /** Takes a message away, if it is there. */
  dismiss: (id: string) => void loading?.then(({ toast }) => toast.dismiss(id)),
};
