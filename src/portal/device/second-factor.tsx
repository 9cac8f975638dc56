import { format } from 'date-fns';
import { useState } from 'react';
import type { NewFactor, SecondFactor as Factor } from '../../core/server/auth-backend.ts';
import {
  confirmFactor,
  readFactor,
  removeFactor,
  startFactor,
  type FactorAnswer,
} from '../../runtime/auth/second-factor.ts';
import { useRead } from '../../runtime/use-read.ts';
import { smallButtonClass } from '../../ui/button.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { passFocusOn } from '../../ui/page-change.ts';
import { notify } from '../../ui/toast.ts';
import { faultText } from '../causes.ts';
import { EXPLANATIONS } from '../login/failure.ts';
import { faultOf } from '../fault.ts';
import { Section } from './section.tsx';
import { SetUpFactor } from './set-up-factor.tsx';

type Failed = Exclude<FactorAnswer<unknown>, { outcome: 'read' }>;

/** Why the service refused or failed, and the remedy. */
function failureText(answer: Failed): string {
  const known = answer.outcome === 'rejected' ? EXPLANATIONS[answer.code] : undefined;
  return known ?? faultText(faultOf(answer));
}

const report = (answer: Failed) =>
  void notify.error('Error', { id: 'second-factor', description: failureText(answer) });

/** The second factor of the signed-in user's account: its state, setting it up and removing it. */
export function SecondFactor() {
  const { value: read, again } = useRead(readFactor);
  const [isBusy, setBusy] = useState(false);
  const [started, setStarted] = useState<NewFactor | null>(null);

  /** Sends one request at a time; tells whether it succeeded. */
  async function during<T>(work: () => Promise<FactorAnswer<T>>): Promise<{ value: T } | null> {
    if (isBusy) return null;
    setBusy(true);
    const answer = await work().finally(() => setBusy(false));
    if (answer.outcome === 'read') return answer;
    report(answer);
    return null;
  }

  const start = async () => {
    const begun = await during(startFactor);
    if (begun) setStarted(begun.value);
  };
  const confirm = async (factorId: string, code: string) => {
    if (!(await during(() => confirmFactor(factorId, code)))) return;
    await again();
    setStarted(null);
    void notify.success('Second Factor On', {
      id: 'second-factor',
      description: 'From now on signing in asks for a code from your app',
    });
  };
  const remove = async (factorId: string) => {
    if (!(await during(() => removeFactor(factorId)))) return;
    await again();
    void notify.success('Second Factor Removed', {
      id: 'second-factor',
      description: 'Signing in asks for your password alone',
    });
  };

  return (
    <Section title="Second factor">
      <p>
        With a second factor, signing in to your account also asks for a code from an app on your
        phone, so a stolen password alone opens nothing. Setting it up signs you out on your other
        devices. It needs a connection, and so does removing it. If you lose the phone, ask the
        person who manages this website.
      </p>
      {read?.outcome === 'read' &&
        (read.value ? (
          <On factor={read.value} isBusy={isBusy} onRemove={remove} />
        ) : started ? (
          <SetUpFactor
            factor={started}
            isBusy={isBusy}
            onCode={(code) => void confirm(started.id, code)}
            onCancel={() => setStarted(null)}
          />
        ) : (
          <>
            <p>It is off.</p>
            <button
              type="button"
              className={smallButtonClass('primary')}
              aria-disabled={isBusy}
              onClick={() => void start()}
            >
              Set up
            </button>
          </>
        ))}
      {read && read.outcome !== 'read' && (
        <>
          <p role="status">{`Its state could not be read. ${failureText(read)}`}</p>
          <button
            ref={passFocusOn}
            type="button"
            className={smallButtonClass('secondary')}
            onClick={() => void again()}
          >
            Try again
          </button>
        </>
      )}
    </Section>
  );
}

interface OnProps {
  factor: Factor;
  isBusy: boolean;
  onRemove: (factorId: string) => Promise<void>;
}

function On({ factor, isBusy, onRemove }: OnProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <p>{`On since ${format(new Date(factor.since), 'd MMM yyyy')}.`}</p>
      <button
        ref={passFocusOn}
        type="button"
        className={smallButtonClass('danger')}
        aria-disabled={isBusy}
        onClick={() => setAsking(true)}
      >
        Remove
      </button>
      <ConfirmDialog
        open={isAsking}
        title="Remove the second factor?"
        confirmLabel="Remove"
        onConfirm={() => void onRemove(factor.id)}
        onClose={() => setAsking(false)}
      >
        <p>Your password alone will then open the portal. Delete the entry in your app as well.</p>
      </ConfirmDialog>
    </>
  );
}
