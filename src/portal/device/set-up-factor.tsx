import { useRef, useState, type FormEvent } from 'react';
import type { NewFactor } from '../../core/server/auth-backend.ts';
import { smallButtonClass } from '../../ui/button.ts';
import { passFocusOn } from '../../ui/page-change.ts';
import { CodeField, readCode } from '../login/code-field.tsx';

interface SetUpFactorProps {
  factor: NewFactor;
  isBusy: boolean;
  /** Sends the first code. */
  onCode: (code: string) => void;
  onCancel: () => void;
}

/** Shows a new second factor's key, and asks for its first code. */
export function SetUpFactor({ factor, isBusy, onCode, onCancel }: SetUpFactorProps) {
  const [problem, setProblem] = useState<string>();
  const field = useRef<HTMLInputElement>(null);

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const read = readCode(new FormData(event.currentTarget).get('code'));
    setProblem('problem' in read ? read.problem : undefined);
    field.current?.select();
    if ('code' in read) onCode(read.code);
  };

  return (
    <form noValidate className="grid w-full max-w-md gap-4" onSubmit={onSubmit}>
      <p>
        Install an authenticator app on your phone, and scan this picture with it. If the app is on
        this device, type or copy the key instead.
      </p>
      <img
        src={`data:image/svg+xml,${encodeURIComponent(factor.picture)}`}
        alt="QR code of the key"
        width={220}
        height={220}
        className="justify-self-start rounded-xl bg-[white] p-2"
      />
      <div>
        <p className="font-semibold text-heading">Key</p>
        <p translate="no" className="font-mono text-heading wrap-anywhere select-all">
          {factor.secret.match(/.{1,4}/g)?.join(' ')}
        </p>
      </div>
      <CodeField ref={field} error={problem} autoFocus />
      <div className="flex flex-wrap gap-3">
        <button
          ref={passFocusOn}
          type="submit"
          className={smallButtonClass('primary')}
          aria-disabled={isBusy}
        >
          Turn on
        </button>
        <button
          ref={passFocusOn}
          type="button"
          className={smallButtonClass('secondary')}
          onClick={onCancel}
        >
          Cancel
        </button>
      </div>
    </form>
  );
}
