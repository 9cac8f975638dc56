import type { MailForecast } from '../../core/domain/mail-outlook.ts';
import { STAFF_LIMITS } from '../../core/domain/staff-limits.ts';
import { buttonClass } from '../../ui/button.ts';
import { CharacterCount, TextareaField } from '../../ui/fields.tsx';
import { Icon } from '../../ui/icon.tsx';
import { answerOf, choicesOf, otherVisitText, visitOf } from './answer-draft.ts';
import type { DraftProps } from './answer-fields.tsx';
import { choiceTexts } from './answer-texts.ts';
import { MailNotice } from './mail-notice.tsx';
import { TellCustomer } from './tell-customer.tsx';
import { useMailForecast } from './use-mail-forecast.ts';
import { NO_VISIT } from './visit-texts.ts';

const HINTS: Readonly<Partial<Record<MailForecast, string>>> = {
  goes: 'Sent by email, and shown in My requests. Change it as you like.',
  'no-address': 'Change it as you like. No email takes it to them.',
};
const SHOWN = 'Shown in My requests. Change it as you like.';

interface MessageProps extends DraftProps {
  /** Null for an answer without a text. */
  text: string | null;
  isBusy: boolean;
}

type TextProps = MessageProps & { forecast: MailForecast };

function TextOf({ draft, text, errors, forecast, onChange }: TextProps) {
  return (
    text !== null && (
      <TextareaField
        id="answer-text"
        label="The customer reads"
        rows={7}
        hint={
          <span className="flex flex-wrap justify-between gap-x-4">
            <span>{HINTS[forecast] ?? SHOWN}</span>
            <CharacterCount text={text} max={STAFF_LIMITS.answer.max} />
          </span>
        }
        value={text}
        error={errors.message}
        onChange={({ target }) =>
          onChange({ ...draft, texts: { ...draft.texts, [draft.choice]: target.value } })
        }
      />
    )
  );
}

/** Warns of a text that names another visit than the answer's. */
const Warning = ({ text }: { text: string | null }) => (
  <p
    role="status"
    className="flex items-start gap-1.5 text-sm font-semibold text-warning empty:hidden"
  >
    {text !== null && (
      <>
        <Icon name="alert" className="mt-0.5 size-4" />
        <span>{text}</span>
      </>
    )}
  </p>
);

/** The text that the customer reads, how it reaches them, and the button that sends the answer. */
export function AnswerMessage(props: MessageProps) {
  const { draft, booking, today, errors, text, isBusy } = props;
  const { choice } = draft;
  const { day } = visitOf(draft, booking);
  const { forecast, mails } = useMailForecast(booking, { kind: answerOf(choice), day }, today);
  const isPossible = choicesOf(booking, today).includes(choice);
  const warning = isPossible ? otherVisitText(draft, booking, text) : null;
  const hasNoAddress = forecast === 'no-address';
  const tell = isPossible && text !== null && !text.includes(NO_VISIT) && (
    <TellCustomer booking={booking} text={text} when="before" />
  );
  return (
    <>
      <TextOf {...props} forecast={forecast} />
      <Warning text={errors.message === undefined ? warning : null} />
      {!hasNoAddress && (
        <MailNotice
          booking={booking}
          forecast={isPossible && text !== null ? forecast : 'goes'}
          mails={mails}
          today={today}
        />
      )}
      {hasNoAddress && tell}
      {isPossible ? (
        <button
          type="submit"
          aria-disabled={isBusy}
          className={`${buttonClass('primary')} justify-self-start max-sm:w-full`}
        >
          {isBusy ? 'Sending...' : choiceTexts(choice, booking, today).send}
        </button>
      ) : (
        <p className="font-semibold text-heading">Choose an answer that is possible now.</p>
      )}
      {!hasNoAddress && tell}
    </>
  );
}
