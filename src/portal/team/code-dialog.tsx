import { useCallback } from 'react';
import { CREW_DEVICE_DAYS } from '../../core/domain/limits.ts';
import type { ReplicaRow } from '../../core/server/admin-backend.ts';
import { useRead } from '../../runtime/use-read.ts';
import { buttonClass, smallButtonClass } from '../../ui/button.ts';
import { Dialog, DialogButtons } from '../../ui/dialog.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { faultText } from '../causes.ts';
import { formatInLondon } from '../format-in-london.ts';
import { makeCode } from './crew-devices.ts';

interface CodeDialogProps {
  person: ReplicaRow<'crew'>;
  onClose: () => void;
}

/** Shows a new code that registers a phone of this person. */
export function CodeDialog({ person: { id, name }, onClose }: CodeDialogProps) {
  const make = useCallback(() => makeCode(id), [id]);
  const { value: made, again } = useRead(make);
  const code = made && 'code' in made ? made.code : null;
  return (
    <Dialog
      open
      title={`A code for ${name}`}
      description={
        <>
          <p>
            <span>On the phone open </span>
            <span className="font-bold text-heading wrap-anywhere">{`${location.host}/crew`}</span>
            <span> and type it.</span>
          </p>
          <p>
            {`It registers one phone, once. A new code ends the one before. A phone that is not used for ${CREW_DEVICE_DAYS} days is signed out.`}
          </p>
        </>
      }
      onClose={onClose}
    >
      <div role="status" className="grid min-h-28 content-center justify-items-center gap-2">
        {made === null && <Skeleton className="h-16 w-full" />}
        {code && (
          <>
            <p className="font-mono text-4xl font-bold tracking-widest text-heading max-[24rem]:text-3xl">
              {code.code}
            </p>
            <p className="font-semibold">
              <span>Until </span>
              <time dateTime={code.expires_at}>{formatInLondon(code.expires_at, 'HH:mm')}</time>
            </p>
          </>
        )}
        {made && 'fault' in made && (
          <p className="font-semibold text-danger">{`No code could be made. ${faultText(made.fault)}`}</p>
        )}
      </div>
      <DialogButtons>
        {made && 'fault' in made && (
          <button
            type="button"
            className={smallButtonClass('secondary')}
            onClick={() => void again()}
          >
            Try again
          </button>
        )}
        <button type="button" className={buttonClass('primary')} onClick={onClose}>
          Done
        </button>
      </DialogButtons>
    </Dialog>
  );
}
