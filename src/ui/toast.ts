/**
 * Short messages in the corner. Their library loads when the page is idle, or with the first
 * message.
 */

export interface ToastOptions {
  /** A second message with the same id replaces the first. */
  id?: string;
  /** The text below the message, which then is its title. */
  description?: string;
  /** Moves the message where it would cover the element that it is about. */
  position?: 'top-center';
  /** Milliseconds; `Infinity` stays until dismissed. */
  duration?: number;
  /**
   * A notice on the page has the same text and takes the focus, which announces it: screen readers
   * skip the message. It disappears sooner, and on a phone stands above the notice, where it covers
   * no control.
   */
  isRepeated?: boolean;
  action?: { label: string; onClick: () => void };
  /** A second button, which dismisses the message. */
  cancel?: { label: string; onClick: () => void };
}

type Kind = 'success' | 'error' | 'info' | 'loading';

const importToaster = () => import('./toaster.tsx');
let loading: ReturnType<typeof importToaster> | undefined;

/**
 * One promise for every caller: of two imports of one file the later may resolve first, and an old
 * message would come last.
 */
function loadToaster(): ReturnType<typeof importToaster> {
  loading ??= importToaster().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function show(kind: Kind, text: string, options: ToastOptions = {}): Promise<void> {
  try {
    const { toast, repeatedOptions, unheard } = await loadToaster();
    const { isRepeated, ...others } = options;
    const shown = isRepeated ? unheard(text) : text;
    // Set even when there is none: a message that replaces another would keep its description.
    toast[kind](shown, { description: undefined, ...(isRepeated && repeatedOptions()), ...others });
  } catch (error) {
    // Offline before the library was loaded: important messages also stand on the page.
    console.warn('A message could not be shown:', text, error);
  }
}

/** Each call resolves when its message is shown, and never rejects. */
export const notify = {
  success: (text: string, options?: ToastOptions) => show('success', text, options),
  error: (text: string, options?: ToastOptions) => show('error', text, options),
  info: (text: string, options?: ToastOptions) => show('info', text, options),
  loading: (text: string, options?: ToastOptions) => show('loading', text, options),
  /**
   * Loads the library before the first message, so that its region exists for Alt+T and screen
   * readers.
   */
  prepare: () =>
    void loadToaster().catch((error: unknown) => console.warn('Not loaded yet:', error)),
  /** Removes a message, if it is shown. */
  dismiss: (id: string) => void loading?.then(({ toast }) => toast.dismiss(id)),
};
