import { Link } from 'react-router-dom';
import { referenceOf, type SubmissionKind } from '../../core/domain/submission.ts';
import { Notice } from '../../ui/notice.tsx';
import { causeText, whenText } from '../causes.ts';
import { ATTENTION_TEXTS } from './attention-texts.ts';
import { PhoneLink } from './form-shell.tsx';
import { KIND_TEXTS, refusedText } from './kind-texts.ts';
import { RequestReference, RequestsLink } from './result-parts.tsx';
import type { SubmittedElsewhere } from '../../runtime/use-stored-form.ts';
import { isAnswerLost, type Failure, type NotStored } from './use-submission-form.ts';

function whyNotSent(last: NotStored): string {
  if (isAnswerLost(last)) return 'We had no answer, so it may have reached us.';
  return causeText(last.cause).trimEnd() || 'It could not be sent just now.';
}

function notStoredText(last: NotStored, noun: string): string {
  const when = whenText(last.cause);
  const once = last.mayHaveArrived ? '; we will not get it twice' : '';
  const first = isAnswerLost(last) ? ' before you send it again' : '';
  return (
    `${whyNotSent(last)} This browser can’t keep your ${noun} for later. The form is still filled in: ` +
    `leave this page open and try again ${when}${once}. Or call us${first}:`
  );
}

/** The notice that the form's values were submitted in another tab. */
export function ElsewhereNotice({
  kind,
  id,
  isEdit,
}: SubmittedElsewhere & { kind: SubmissionKind }) {
  const done = isEdit ? 'finished editing' : 'submitted';
  return (
    <Notice tone="info" title={isEdit ? 'Finished in another tab' : 'Submitted in another tab'}>
      <p>
        {`You ${done} this ${KIND_TEXTS[kind].noun} in another tab or window. My requests shows where it stands.`}
      </p>
      <RequestReference reference={referenceOf(id)} />
      <RequestsLink />
    </Notice>
  );
}

/** The notice that the last submit failed. */
export function FailureNotice({ kind, failure }: { kind: SubmissionKind; failure: Failure }) {
  const { noun, failed } = KIND_TEXTS[kind];
  switch (failure.outcome) {
    case 'refused':
      return (
        <Notice tone="error" title={refusedText(kind, failure.attention.reason)}>
          <p>{`${ATTENTION_TEXTS[failure.attention.reason].what} What you typed is still in the form.`}</p>
          <p>
            You can also call us: <PhoneLink />
          </p>
        </Notice>
      );
    case 'not-stored':
      return (
        <Notice
          tone="error"
          title={isAnswerLost(failure) ? 'Perhaps sent, and not saved' : 'Not sent, and not saved'}
        >
          <p>
            <span>{notStoredText(failure, noun)}</span> <PhoneLink />
          </p>
        </Notice>
      );
    case 'blocked':
      return (
        <Notice tone="error" title="This form could not be sent">
          <p>
            Something in your browser, perhaps a password manager, filled in a hidden field that has
            to be empty. We have emptied it, and what you typed is still in the form: press the
            button again to send it. If this message comes back, please call us: <PhoneLink />
          </p>
        </Notice>
      );
    case 'broken':
      return (
        <Notice tone="error" title={failed}>
          <p>
            Something went wrong on this page. Before you try again, look in{' '}
            <Link to="/requests" className="font-semibold text-brand underline underline-offset-4">
              My requests
            </Link>
            <span>{`: if your ${noun} is there, it is safe. You can also call us:`}</span>{' '}
            <PhoneLink />
          </p>
        </Notice>
      );
  }
}
