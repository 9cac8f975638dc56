import type { ReactNode } from 'react';
import { buttonClass } from './button.ts';
import { Dialog, DialogButtons } from './dialog.tsx';

interface ConfirmDialogProps {
  open: boolean;
  title: string;
  /** What will happen. */
  children: ReactNode;
  confirmLabel: string;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before something that can't be undone. */
export function ConfirmDialog({ open, title, children, confirmLabel, onConfirm, onClose }: ConfirmDialogProps) {
  return (
    <Dialog open={open} title={title} description={children} onClose={onClose}>
      <DialogButtons>
        <button type="button" className={buttonClass('secondary')} onClick={onClose}>
          Cancel
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
