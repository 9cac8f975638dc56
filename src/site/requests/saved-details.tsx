import { DETAILS, forgetDetails, useDetails } from '../../runtime/details.ts';
import { Card } from '../../ui/card.tsx';
import { smallButtonClass } from '../../ui/button.ts';
import { focusHeading } from '../../ui/page-change.ts';
import { attempt } from './attempt.ts';

async function forget(): Promise<void> {
  await forgetDetails();
  // The focused button is removed.
  focusHeading();
}

/** The details remembered on this device, with a button that forgets them; nothing without any. */
export function SavedDetails() {
  const details = useDetails();
  if (!details) return null;
  return (
    <section aria-labelledby="kept-details">
      <Card className="grid justify-items-start gap-3">
        <h2 id="kept-details" className="text-xl font-bold">
          Your details
        </h2>
        <p>
          You asked this device to remember them for the next form you fill in. They only leave this
          device as part of something you send.
        </p>
        <p dir="auto" className="wrap-anywhere text-heading">
          {DETAILS.flatMap((name) => details[name] ?? []).join(', ')}
        </p>
        <button
          type="button"
          className={smallButtonClass('secondary')}
          onClick={() => void attempt(forget)}
        >
          Delete my details
        </button>
      </Card>
    </section>
  );
}
