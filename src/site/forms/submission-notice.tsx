import { Link } from 'react-router-dom';
import { type SubmissionKind } from '../../core/domain/submission.ts';
import { referenceOf } from '../../core/domain/reference.ts';
import { Notice } from '../../ui/notice.tsx';
import { causeText, whenText } from '../causes.ts';
import { attentionText } from './attention-texts.ts';
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

function elsewhereText({ isEdit, isTried }: SubmittedElsewhere, noun: string) {
  if (isTried)
    return {
      title: 'Sent after all',
      text: `An earlier try to send this ${noun} has reached us, so the form is empty again.`,
    };
  const [title, done] = isEdit ? ['Finished', 'finished editing'] : ['Submitted', 'submitted'];
  return {
    title: `${title} in another tab`,
    text: `You ${done} this ${noun} in another tab or window.`,
  };
}

export const elsewhereTitle = (kind: SubmissionKind, submitted: SubmittedElsewhere): string =>
  elsewhereText(submitted, KIND_TEXTS[kind].noun).title;

/** The notice that the form's values were submitted in another tab, or by an earlier try. */
export function ElsewhereNotice({
  kind,
  submitted,
}: {
  kind: SubmissionKind;
  submitted: SubmittedElsewhere;
}) {
  const { title, text } = elsewhereText(submitted, KIND_TEXTS[kind].noun);
  return (
    <Notice tone="info" title={title}>
      <p>{`${text} My requests shows where it stands.`}</p>
      <RequestReference reference={referenceOf(submitted.id)} />
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
          <p>{`${attentionText(failure.attention.reason).what} What you typed is still in the form.`}</p>
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
