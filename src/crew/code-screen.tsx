import { useRef, useState, type FormEvent } from 'react';
import { callHref } from '../core/domain/contact-links.ts';
import { CREW_DEVICE_DAYS } from '../core/domain/limits.ts';
import type { RegisterOutcome } from '../core/replica/register-phone.ts';
import { register } from '../runtime/crew-day.ts';
import { useInstallOffer } from '../runtime/install.ts';
import { buttonClass } from '../ui/button.ts';
import { TextField } from '../ui/fields.tsx';
import { Notice } from '../ui/notice.tsx';
import type { Office } from './office.ts';
import { notCheckedText } from './crew-texts.ts';

const CODE_LENGTH = 8;

/** Null for a registered phone, whose day is shown then. */
function faultText(outcome: RegisterOutcome): string | null {
  switch (outcome) {
    case 'registered':
      return null;
    case 'wrong':
      return 'This code is not valid. It works for one hour, once, and a newer one replaces it. Check it, or ask the office for a new one.';
    case 'full':
      return 'You have three phones already. Ask the office to sign one out; then type the same code again.';
    case 'not-stored':
      return 'This phone could not store your registration. Free some space, or leave the private window, and try again.';
    default:
      return notCheckedText(outcome.reason);
  }
}

/** Registers this phone by a code of the office. `isEnded`: it was signed out. */
export function CodeScreen({ isEnded, office }: { isEnded: boolean; office: Office }) {
  const input = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const isForHomeScreen = useInstallOffer('crew') === 'instructions';

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    // Autofill may write without an event.
    const typed = input.current?.value ?? code;
    const show = (text: string | null) => {
      setFault(text);
      if (text !== null) input.current?.focus();
    };
    if (typed.replaceAll(/[^\p{L}\d]/gu, '').length !== CODE_LENGTH)
      return show('Type the eight letters and digits of your code.');
    setFault(null);
    setBusy(true);
    const text = faultText(await register(typed));
    setBusy(false);
    show(text);
  }

  return (
    <main className="mx-auto grid min-h-dvh w-full max-w-md content-center gap-6 px-4 py-10">
      <div className="grid gap-2">
        <p className="font-semibold text-muted">{office.company}</p>
        <h1 className="text-3xl font-extrabold">Your day on this phone</h1>
      </div>
      {isEnded && (
        <Notice tone="warning" title="This phone is signed out">
          <p>
            {`The office has ended it, or it was not used for ${CREW_DEVICE_DAYS} days. Its jobs and notes, and reports that had not been sent, are deleted. To use it again, ask the office for a new code.`}
          </p>
        </Notice>
      )}
      {isForHomeScreen && (
        <Notice tone="info" title="First add this page to your home screen">
          <p>
            Tap Share, then Add to Home Screen. Open it there and type the code: on an iPhone the
            two keep their data apart.
          </p>
        </Notice>
      )}
      <form noValidate className="grid gap-5" onSubmit={(event) => void submit(event)}>
        <TextField
          ref={input}
          id="code"
          name="code"
          label="Code from the office"
          hint="Eight letters and digits, such as K7QF-2M9D. Capitals and the hyphen do not matter."
          error={fault ?? undefined}
          value={code}
          onChange={({ target }) => setCode(target.value)}
          autoCapitalize="characters"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          maxLength={20}
          dir="ltr"
          required
        />
        <button type="submit" aria-disabled={isBusy} className={`${buttonClass('primary')} w-full`}>
          <span>{isBusy ? 'Checking…' : 'Continue'}</span>
        </button>
      </form>
      <p className="text-muted">
        <span>No code? Call the office: </span>
        <a
          href={callHref(office.phone)}
          className="inline-flex min-h-11 items-center font-semibold whitespace-nowrap text-brand underline underline-offset-4"
        >
          {office.phone}
        </a>
      </p>
    </main>
  );
}
