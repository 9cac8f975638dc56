import { useRef, useState, type FormEvent } from 'react';
import { buttonClass } from '../../ui/button.ts';
import { notify } from '../../ui/toast.ts';
import { CodeField, readCode } from './code-field.tsx';
import { SignInProgress, TOAST, type SignInAttempts } from './use-sign-in.tsx';

interface CodeFormProps {
  attempts: SignInAttempts;
  /** Signs in with the code. */
  onCode: (code: string) => void;
  onBack: () => void;
}

/** The second step of a sign-in: asks for a code of the second factor. */
export function CodeForm({ attempts, onCode, onBack }: CodeFormProps) {
  const { isBusy } = attempts;
  const [problem, setProblem] = useState<string>();
  const field = useRef<HTMLInputElement>(null);

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // The button keeps the focus while busy, so it can be pressed again.
    if (isBusy) return;
    const read = readCode(new FormData(event.currentTarget).get('code'));
    setProblem('problem' in read ? read.problem : undefined);
    field.current?.select();
    if ('code' in read) onCode(read.code);
    else void notify.error('Error', { ...TOAST, description: read.problem });
  };

  return (
    <form noValidate className="grid gap-5" onSubmit={onSubmit}>
      <SignInProgress attempts={attempts} />
      <CodeField ref={field} error={problem} autoFocus />
      <button type="submit" aria-disabled={isBusy} className={`${buttonClass('primary')} text-lg`}>
        {isBusy ? 'Signing in...' : 'Sign In'}
      </button>
      <button type="button" className={buttonClass('secondary')} onClick={onBack}>
        Back
      </button>
      <p className="text-sm text-muted">
        Lost the phone with the app? Ask the person who manages this website.
      </p>
    </form>
  );
}
