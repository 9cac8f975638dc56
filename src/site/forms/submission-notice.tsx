import { Suspense } from 'react';
import { Link } from 'react-router-dom';
import { SUBMISSION_KINDS, type Submission, type SubmissionKind } from '../../core/domain/submission.ts';
import { useRequest } from '../../runtime/submissions/use-requests.ts';
import { Notice } from '../../ui/shell/notice.tsx';
import { PhoneLink } from '../form-shell/form-shell.tsx';
import { deferred } from '../layout/deferred.ts';
import { hadArrivedText, KIND_TEXTS } from '../notices/kind-texts.ts';
import { ATTENTION_TEXTS } from './attention-texts.ts';
import { RequestReference, ResultSummary } from './result-summary.tsx';
import { isUploading, UploadProgress } from './upload-progress.tsx';
import type { ShownOutcome } from './use-submission-form.ts';

/** Where a submission is found again. */
const RequestsLink = () => (
  <Link to="/requests" className="inline-flex min-h-6 items-center font-semibold text-brand underline underline-offset-4">
    See it in My requests
  </Link>
);

interface ResultProps {
  id: string;
  reference: string;
  submission: Submission;
}

const InstallSite = deferred(() => import('../booking/install-site.tsx'));
const ResultActions = deferred(() => import('./result-actions.tsx'));

/** Says that a submission has arrived; when it `hadArrived` before its sender changed it, that too. */
function SentNotice({ id, reference, submission, hadArrived }: ResultProps & { hadArrived: boolean }) {
  const { kind } = submission;
  const { name, noun, next } = KIND_TEXTS[kind];
  if (hadArrived) {
    return (
      <Notice tone="info" title={`${name} already sent`}>
        <p>{hadArrivedText(kind)}</p>
        <RequestReference reference={reference} />
        <RequestsLink />
      </Notice>
    );
  }
  return (
    <Notice tone="success" title={`${name} sent`}>
      <p>Thank you. Your {noun} has reached us.</p>
      <RequestReference reference={reference} />
      <ResultSummary submission={submission} />
      <p>What happens next: {next}</p>
      <p>
        To change something, call us with your reference: <PhoneLink />
      </p>
      <Suspense>
        <ResultActions id={id} reference={reference} submission={submission} waits={false} />
        {SUBMISSION_KINDS[kind].offersInstall && <InstallSite />}
      </Suspense>
      <RequestsLink />
    </Notice>
  );
}

/** Says that a submission is safe on this device, and goes on telling what becomes of it, a refusal too. */
function SavedNotice({ id, reference, submission }: ResultProps) {
  const request = useRequest(reference);
  const { noun, next } = KIND_TEXTS[submission.kind];
  if (request?.state === 'sent' || request?.state === 'alert-not-sent') {
    return <SentNotice id={id} reference={reference} submission={submission} hadArrived={request.hadArrived} />;
  }
  if (request?.attention) {
    const { what, todo } = ATTENTION_TEXTS[request.attention.reason];
    return (
      <Notice tone="error" title={`Your ${noun} needs attention`}>
        <p>
          {what} {todo}
        </p>
        <RequestReference reference={reference} />
        <RequestsLink />
      </Notice>
    );
  }
  return (
    <Notice tone="warning" icon="device" title="Saved on this device">
      {request && isUploading(request) ? (
        <>
          <p>
            Your {noun} is not with us yet: its file is still being uploaded. It is safe on this device; leave this page open if
            you can, otherwise it continues later automatically.
          </p>
          <UploadProgress request={request} />
        </>
      ) : (
        <p>
          Your {noun} is not with us yet. It will be sent automatically when there is a connection, even with this page closed where
          your browser can do that.
        </p>
      )}
      <RequestReference reference={reference} />
      <ResultSummary submission={submission} />
      <p>Once it has reached us, {next}</p>
      <p>To change it before that, choose Edit in My requests.</p>
      <Suspense>
        <ResultActions id={id} reference={reference} submission={submission} waits />
      </Suspense>
      <RequestsLink />
    </Notice>
  );
}

type NotStored = Extract<ShownOutcome, { outcome: 'not-stored' }>;

/** The connection broke after it may have gone out. */
const isLost = ({ reason, mayHaveArrived }: NotStored) => reason === 'offline' && mayHaveArrived;

function whyNotSent(last: NotStored): string {
  if (isLost(last)) return 'We had no answer, so it may have reached us.';
  switch (last.reason) {
    case 'offline':
      return 'There is no connection.';
    case 'not-our-server':
      return 'This network answered in place of our server. Open its sign-in page first.';
    default:
      return 'Our server could not take it just now.';
  }
}

/** What became of the last submit, for as long as the person needs it. */
export function SubmissionNotice({ kind, last }: { kind: SubmissionKind; last: ShownOutcome }) {
  const { noun, failed } = KIND_TEXTS[kind];
  switch (last.outcome) {
    case 'done':
      return <SentNotice id={last.id} reference={last.reference} submission={last.submission} hadArrived={last.hadArrived} />;
    case 'waiting':
      return <SavedNotice id={last.id} reference={last.reference} submission={last.submission} />;
    case 'refused':
      return (
        <Notice tone="error" title={failed}>
          <p>{ATTENTION_TEXTS[last.attention.reason].what} What you typed is still in the form.</p>
          <p>
            You can also call us: <PhoneLink />
          </p>
        </Notice>
      );
    case 'not-stored':
      return (
        <Notice tone="error" title={isLost(last) ? 'Perhaps sent, and not saved' : 'Not sent, and not saved'}>
          <p>
            {whyNotSent(last)} This browser can&rsquo;t keep your {noun} for later. The form is still filled in: leave this page open and
            try again {last.reason === 'offline' ? 'when the connection is back' : 'in a few minutes'}
            {last.mayHaveArrived && '; we will not get it twice'}. Or call us{isLost(last) && ' before you send it again'}: <PhoneLink />
          </p>
        </Notice>
      );
    case 'blocked':
      return (
        <Notice tone="error" title="This form could not be sent">
          <p>
            It looked as though it had been filled in automatically. What you typed is still in the form. Please call us: <PhoneLink />
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
            : if your {noun} is there, it is safe. You can also call us: <PhoneLink />
          </p>
        </Notice>
      );
  }
}
