import { Suspense, useState, type ReactElement } from 'react';
import { Link } from 'react-router-dom';
import {
  referenceOf,
  SUBMISSION_KINDS,
  type SubmissionKind,
} from '../../core/domain/submission.ts';
import type { Attention } from '../../core/store/rows.ts';
import type { RequestView } from '../../core/submissions/requests.ts';
import { useRequest } from '../../runtime/use-requests.ts';
import { Notice } from '../../ui/notice.tsx';
import { passFocusUp } from '../../ui/use-returned-focus.ts';
import { PhoneLink, ToChange } from './form-shell.tsx';
import { deferred } from '../layout/deferred.ts';
import { causeText, whenText } from '../causes.ts';
import { hadArrivedText, KIND_TEXTS, refusedText, replyText } from './kind-texts.ts';
import { ATTENTION_TEXTS } from './attention-texts.ts';
import { RequestReference, ResultActions, ResultSummary } from './submission-result.tsx';
import type { SubmittedElsewhere } from './use-draft.ts';
import { isUploading, UploadProgress } from './upload-progress.tsx';
import {
  isAnswerLost,
  type NotStored,
  type Outgoing,
  type ShownOutcome,
} from './use-submission-form.ts';

/** Links to the submission in My requests. */
const RequestsLink = () => (
  <Link
    to="/requests"
    className="inline-flex min-h-6 items-center font-semibold text-brand underline underline-offset-4"
  >
    See it in My requests
  </Link>
);

interface ResultProps extends Omit<Outgoing, 'file'> {
  id: string;
  reference: string;
}

const InstallSite = deferred(() => import('../booking/install-site.tsx'));

/**
 * The notice of an accepted submission; `hadArrived`: the server had it before its sender's edit.
 */
function SentNotice({
  id,
  reference,
  submission,
  lines,
  hadArrived,
  receivedAt,
}: ResultProps & { hadArrived: boolean; receivedAt: number | null }) {
  const { kind } = submission;
  const { name, noun, received } = KIND_TEXTS[kind];
  const [shownAt] = useState(Date.now);
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
    <Notice tone="success" title={received}>
      <p>{`Thank you. Your ${noun} has reached us.`}</p>
      <RequestReference reference={reference} />
      <p className="text-lg font-semibold text-heading">{replyText(kind, receivedAt ?? shownAt)}</p>
      <ResultSummary lines={lines} />
      <ToChange />
      <ResultActions id={id} submission={submission} waits={false} />
      {SUBMISSION_KINDS[kind].offersInstall && (
        <Suspense>
          <InstallSite />
        </Suspense>
      )}
      <RequestsLink />
    </Notice>
  );
}

/** The notice that a submission needs its sender's decision. */
function RefusedNotice({
  reference,
  submission,
  attention,
}: ResultProps & { attention: Attention }) {
  const { what, todo } = ATTENTION_TEXTS[attention.reason];
  return (
    <Notice tone="error" title={`Your ${KIND_TEXTS[submission.kind].noun} needs attention`}>
      <p>{`${what} ${todo}`}</p>
      <RequestReference reference={reference} />
      <RequestsLink />
    </Notice>
  );
}

/**
 * The notice that a waiting submission left this device: it was discarded, or the browser's storage
 * was cleared.
 */
function GoneNotice({
  reference,
  submission,
  mayHaveArrived,
}: ResultProps & { mayHaveArrived: boolean }) {
  const { noun } = KIND_TEXTS[submission.kind];
  return (
    <Notice tone="warning" title="No longer on this device">
      <p>
        <span>
          {mayHaveArrived
            ? `Your ${noun} was removed from this device, so nothing more is sent from here. It may already have reached us. If you did not discard it yourself, please call us before you send another:`
            : `Your ${noun} was removed from this device, so nothing more is sent from here. If you did not discard it yourself, please call us:`}
        </span>{' '}
        <PhoneLink />
      </p>
      <RequestReference reference={reference} />
    </Notice>
  );
}

/** The notice that a submission is saved on this device and will be sent. */
function WaitingNotice({
  id,
  reference,
  submission,
  lines,
  request,
}: ResultProps & { request: RequestView | null }) {
  const { noun, next } = KIND_TEXTS[submission.kind];
  return (
    <Notice tone="warning" icon="device" title="Saved on this device">
      {request && isUploading(request) ? (
        <>
          <p>
            Your <span>{noun}</span> is not with us yet: its file is still being uploaded. It is
            safe on this device; leave this page open if you can, otherwise it continues later
            automatically.
          </p>
          <UploadProgress request={request} />
        </>
      ) : (
        <p>
          {`Your ${noun} is not with us yet. ${causeText(request?.cause ?? null)}It will be sent automatically. If you close this page, open our site again later so that it can be sent.`}
        </p>
      )}
      <RequestReference reference={reference} />
      <ResultSummary lines={lines} />
      <p>{`Once it has reached us, ${next}`}</p>
      <p>To change it before that, choose Edit in My requests.</p>
      <ResultActions id={id} submission={submission} waits />
      <RequestsLink />
    </Notice>
  );
}

/** Follows a saved submission and shows each later state, a refusal too. */
function SavedNotice(result: ResultProps) {
  const { request, status } = useRequest(result.reference);
  // Remembered, because My requests can clear a sent request while this notice is read.
  const [sent, setSent] = useState<RequestView | null>(null);
  if (!sent && (request?.state === 'sent' || request?.state === 'alert-not-sent')) setSent(request);
  // Until it was read here, its first attempt may have arrived.
  const [mayHaveArrived, setMayHaveArrived] = useState(true);
  if (request && request.mayHaveArrived !== mayHaveArrived)
    setMayHaveArrived(request.mayHaveArrived);

  const notice = noticeOf(result, sent, request, status === 'ready', mayHaveArrived);
  return (
    <div key={notice.key} ref={passFocusUp}>
      {notice}
    </div>
  );
}

function noticeOf(
  result: ResultProps,
  sent: RequestView | null,
  request: RequestView | null,
  isRead: boolean,
  mayHaveArrived: boolean,
): ReactElement {
  if (sent) {
    const { hadArrived, sentAt } = sent;
    return <SentNotice key="sent" {...result} hadArrived={hadArrived} receivedAt={sentAt} />;
  }
  if (request?.attention)
    return <RefusedNotice key="refused" {...result} attention={request.attention} />;
  if (!request && isRead)
    return <GoneNotice key="gone" {...result} mayHaveArrived={mayHaveArrived} />;
  return <WaitingNotice key="waiting" {...result} request={request} />;
}

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

/** The notice that the form's draft was submitted in another tab. */
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

/** The notice for the outcome of the last submit. */
export function SubmissionNotice({ kind, last }: { kind: SubmissionKind; last: ShownOutcome }) {
  const { noun, failed } = KIND_TEXTS[kind];
  switch (last.outcome) {
    case 'done':
      return <SentNotice {...last} receivedAt={null} />;
    case 'waiting':
      return <SavedNotice key={last.id} {...last} />;
    case 'refused':
      return (
        <Notice tone="error" title={refusedText(kind, last.attention.reason)}>
          <p>{`${ATTENTION_TEXTS[last.attention.reason].what} What you typed is still in the form.`}</p>
          <p>
            You can also call us: <PhoneLink />
          </p>
        </Notice>
      );
    case 'not-stored':
      return (
        <Notice
          tone="error"
          title={isAnswerLost(last) ? 'Perhaps sent, and not saved' : 'Not sent, and not saved'}
        >
          <p>
            <span>{notStoredText(last, noun)}</span> <PhoneLink />
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
