import * as Radix from '@radix-ui/react-dialog';
import type { ReactNode } from 'react';
import { useBackCloses } from './back-closes.ts';
import { buttonClass } from './button.ts';
import { Icon } from './icon.tsx';
import { publishHeight } from './publish-height.ts';
import { useReturnedFocus } from './use-returned-focus.ts';
import type { Elements } from './elements.ts';

interface DialogProps {
  open: boolean;
  title: string;
  description: ReactNode;
  /** A form, or the buttons. */
  children: Elements;
  /** True while it holds typed text: a tap outside then does not close it. */
  isDirty?: boolean;
  onClose: () => void;
}

/**
 * A dialog whose title and buttons stay in place while its content scrolls, and in a short window
 * scroll with it. It traps the focus and closes on Escape and Back.
 */
export function Dialog({
  open,
  title,
  description,
  children,
  isDirty = false,
  onClose,
}: DialogProps) {
  const returnedFocus = useReturnedFocus();
  useBackCloses(open, onClose);
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-[rgb(10_25_27/0.6)]" />
        <Radix.Content
          {...returnedFocus}
          onInteractOutside={(event) => isDirty && event.preventDefault()}
          className="fixed top-1/2 left-1/2 z-50 flex max-h-[90dvh] w-[min(32rem,calc(100vw-2rem))] [translate:-50%_-50%] flex-col overflow-y-auto rounded-3xl border border-line bg-surface shadow-float"
        >
          <div className="pt-6 pr-16 pb-3 pl-6 sm:pt-8 sm:pl-8">
            <Radix.Title className="text-2xl font-bold">{title}</Radix.Title>
          </div>
          <div className="scroll-pt-4 scroll-pb-[calc(var(--dialog-buttons,0px)+1rem)] overflow-y-auto">
            {/* Chromium keeps sticky elements out of a scroller's own padding. */}
            <div className="grid gap-4 px-6 pt-1 pb-6 sm:px-8 sm:pb-8">
              <Radix.Description asChild>
                <div className="grid gap-2">{description}</div>
              </Radix.Description>
              {children}
            </div>
          </div>
          <Radix.Close
            aria-label="Close"
            className="absolute top-4 right-4 grid size-11 place-items-center rounded-full hover:bg-tint"
          >
            <Icon name="close" />
          </Radix.Close>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

const publishButtons = publishHeight('--dialog-buttons');

/** The row of buttons that a dialog ends with. */
export function DialogButtons({ children }: { children: Elements }) {
  return (
    <div
      ref={publishButtons}
      className="sticky bottom-0 z-1 -mx-6 -mb-6 flex flex-wrap justify-end gap-3 bg-surface px-6 pt-3 pb-6 sm:-mx-8 sm:-mb-8 sm:px-8 sm:pb-8"
    >
      {children}
    </div>
  );
}

interface ConfirmDialogProps {
  open: boolean;
  title: string;
  /** The consequence of the action. */
  children: Elements;
  confirmLabel: string;
  /** `Cancel` without it. */
  dismissLabel?: string;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks for confirmation before an action that cannot be undone. */
export function ConfirmDialog({
  open,
  title,
  children,
  confirmLabel,
  dismissLabel = 'Cancel',
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  return (
    <Dialog open={open} title={title} description={children} onClose={onClose}>
      <DialogButtons>
        <button type="button" className={buttonClass('secondary')} onClick={onClose}>
          {dismissLabel}
        </button>
        <button
          type="button"
          className={buttonClass('danger')}
          onClick={() => {
            onConfirm();
            onClose();
          }}
        >
          {confirmLabel}
        </button>
      </DialogButtons>
    </Dialog>
  );
}
