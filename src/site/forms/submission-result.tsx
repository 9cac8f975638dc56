import { Suspense, useState, type ReactElement } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { dayOf } from '../../core/mutations/visitors.ts';
import type { Attention } from '../../core/store/device-schema.ts';
import type { SubmissionCard } from '../../core/waiting/my-requests.ts';
import { useLondonTime } from '../../runtime/use-london-time.ts';
import { useRequest } from '../../runtime/use-requests.ts';
import { buttonClass } from '../../ui/button.ts';
import { Card } from '../../ui/card.tsx';
import { ChangeStatus } from '../../ui/change-status.tsx';
import type { Elements } from '../../ui/elements.ts';
import { Notice } from '../../ui/notice.tsx';
import { passFocusOn } from '../../ui/page-change.ts';
import { causeText } from '../causes.ts';
import { deferred } from '../layout/deferred.ts';
import { PageHead, PageTitle } from '../layout/page-head.tsx';
import { WhatHappensNext } from '../layout/steps.tsx';
import { attentionText } from './attention-texts.ts';
import { CallToo } from './call-too.tsx';
import { CancelInstead } from './edit-notice.tsx';
import { PhoneLink, ToChange } from './form-shell.tsx';
import { alreadySentText, KIND_TEXTS, replyOnceReceived, replyText } from './kind-texts.ts';
import {
  AddToCalendar,
  NotifyWhenSent,
  RequestReference,
  RequestsLink,
  ResultSummary,
} from './result-parts.tsx';
import { isUploading, UploadProgress } from './upload-progress.tsx';
import type { Result } from './use-submission-form.ts';

// It brings the dialog's library.
const EditButton = deferred(() => import('../requests/edit-button.tsx'));
const InstallSite = deferred(() => import('../booking/install-site.tsx'));

/** The state of a submission after its form. */
type ResultState =
  /** `receivedAt` is null until the delivery is recorded on this device. */
  | { name: 'sent'; receivedAt: number | null }
  /** The server had it before its sender's edit. */
  | { name: 'had-arrived' }
  | { name: 'waiting'; request: SubmissionCard | null }
  /** It needs its sender's decision. */
  | { name: 'attention'; request: SubmissionCard; attention: Attention }
  /** It was discarded, or the browser's storage was cleared. */
  | { name: 'gone'; mayHaveArrived: boolean };

interface StateProps<Name extends ResultState['name']> {
  result: Result;
  state: Extract<ResultState, { name: Name }>;
}

/** The result of a form, in the place of its page. */
export function SubmissionResult({ result }: { result: Result }) {
  if (result.outcome === 'waiting') return <SavedResult result={result} />;
  const state: ResultState = result.hasOnlyFormer
    ? { name: 'had-arrived' }
    : { name: 'sent', receivedAt: null };
  return <ResultPage result={result} state={state} />;
}

/** Follows a saved submission and shows each later state, a refusal too. */
function SavedResult({ result }: { result: Result }) {
  const { request, status } = useRequest(result.reference);
  // Remembered, because My requests can clear a sent request while this result is read.
  const [sent, setSent] = useState<SubmissionCard | null>(null);
  const isReceived = request?.state === 'sent' || request?.state === 'alert-not-sent';
  if (isReceived && request !== sent && !sent?.sentAt) setSent(request);
  // Until it was read here, its first attempt may have arrived.
  const [mayHaveArrived, setMayHaveArrived] = useState(true);
  if (request && request.mayHaveArrived !== mayHaveArrived)
    setMayHaveArrived(request.mayHaveArrived);

  return <ResultPage result={result} state={stateNow()} />;

  function stateNow(): ResultState {
    if (sent?.hasOnlyFormer) return { name: 'had-arrived' };
    if (sent) return { name: 'sent', receivedAt: sent.sentAt };
    if (request?.attention) return { name: 'attention', request, attention: request.attention };
    if (!request && status === 'ready') return { name: 'gone', mayHaveArrived };
    return { name: 'waiting', request };
  }
}

function titleOf({ submission: { kind } }: Result, state: ResultState): string {
  const { name, noun, received } = KIND_TEXTS[kind];
  switch (state.name) {
    case 'sent':
      return received;
    case 'had-arrived':
      return `${name} already sent`;
    case 'waiting':
      return 'Saved on this device';
    case 'attention':
      return `Your ${noun} needs attention`;
    case 'gone':
      return 'No longer on this device';
  }
}

function explain({ submission: { kind } }: Result, state: ResultState): string {
  const { noun } = KIND_TEXTS[kind];
  switch (state.name) {
    case 'sent':
      return `Thank you. Your ${noun} has reached us.`;
    case 'had-arrived':
      return alreadySentText(kind);
    case 'waiting':
      return state.request && isUploading(state.request)
        ? `Your ${noun} is not with us yet: its file is still being uploaded. It is safe on this device; leave this page open if you can, otherwise it continues later automatically.`
        : `Your ${noun} is not with us yet. ${causeText(state.request?.cause ?? null)}It will be sent automatically. If you close this page, open our site again later so that it can be sent.`;
    case 'attention': {
      const { what, todo } = attentionText(state.attention.reason);
      return `${what} ${todo}`;
    }
    case 'gone':
      return state.mayHaveArrived
        ? `Your ${noun} was removed from this device, so nothing more is sent from here. It may already have reached us. If you did not delete it yourself, please call us before you send another:`
        : `Your ${noun} was removed from this device, so nothing more is sent from here. If you did not delete it yourself, please call us:`;
  }
}

function ResultPage({ result, state }: { result: Result; state: ResultState }) {
  const { kind } = result.submission;
  const title = titleOf(result, state);
  const hasSteps = kind === 'booking' && (state.name === 'sent' || state.name === 'waiting');
  return (
    <section aria-label={title}>
      <PageHead title={title} />
      {/* The toasts announce every other change. */}
      <ChangeStatus text={state.name === 'gone' ? title : ''} />
      {/* On a phone, the toast with the same text stands above the heading for a moment. */}
      <div className="bg-tint max-sm:pt-16">
        <PageTitle title={title}>
          <span>{explain(result, state)}</span> {state.name === 'gone' && <PhoneLink />}
        </PageTitle>
      </div>
      <div className="mx-auto grid max-w-6xl items-start gap-8 px-4 pt-8 pb-14 sm:px-6 lg:grid-cols-[1fr_20rem] lg:pt-12 lg:pb-24">
        <Card className="grid gap-6">
          <Next result={result} state={state} />
          <ResultSummary lines={result.lines} />
          <Change result={result} state={state} />
          <Actions result={result} state={state} />
        </Card>
        {hasSteps && (
          <section className="rounded-3xl bg-tint p-6">
            <WhatHappensNext />
          </section>
        )}
      </div>
    </section>
  );
}

interface ReceivedProps extends Pick<Result, 'submission'> {
  receivedAt: number | null;
  children: Elements;
}

/** The company's next step, with its day. */
function Received({ submission, receivedAt, children }: ReceivedProps) {
  const [shownAt] = useState(Date.now);
  const { day: today } = useLondonTime();
  const { kind, values } = submission;
  const title = replyText(kind, receivedAt ?? shownAt, { today, sender: values });
  return (
    <Notice tone="success" title={title}>
      <CallToo day={dayOf(submission)} receivedAt={receivedAt} />
      {children}
    </Notice>
  );
}

/** The reference, below the company's next step where there is one. */
function Next({ result, state }: StateProps<ResultState['name']>) {
  const { submission, reference } = result;
  const shown = <RequestReference reference={reference} />;
  if (state.name === 'sent')
    return (
      <Received submission={submission} receivedAt={state.receivedAt}>
        {shown}
      </Received>
    );
  if (state.name === 'waiting')
    return (
      <Notice tone="warning" icon="device" title={replyOnceReceived(submission)}>
        <CallToo day={dayOf(submission)} receivedAt={null} />
        {shown}
        {state.request && isUploading(state.request) && <UploadProgress request={state.request} />}
      </Notice>
    );
  return shown;
}

/** How to mend a mistake in the summary. */
function Change({ result, state }: StateProps<ResultState['name']>): ReactElement | null {
  if (state.name === 'sent')
    return <ToChange asksIn={result.submission.kind === 'booking' ? 'in My requests' : null} />;
  if (state.name === 'had-arrived')
    return (
      <p>
        <CancelInstead kind={result.submission.kind} />
      </p>
    );
  const request = 'request' in state ? state.request : null;
  const isResting = request?.state === 'sending';
  if (!request || !(request.canEdit || isResting)) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      {state.name === 'waiting' && <p>Is something wrong? You can change it until it is sent.</p>}
      <Suspense>
        <EditButton
          ref={passFocusOn}
          request={request}
          isPrimary={state.name === 'attention'}
          isResting={isResting}
        />
      </Suspense>
    </div>
  );
}

function Actions({ result, state }: StateProps<ResultState['name']>) {
  const { id, submission } = result;
  const { kind } = submission;
  const isOnItsWay = state.name === 'sent' || state.name === 'waiting';
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return (
    <>
      <div className="flex flex-wrap items-start gap-3 empty:hidden">
        {isOnItsWay && <AddToCalendar id={id} submission={submission} />}
        {state.name === 'waiting' && <NotifyWhenSent id={id} />}
      </div>
      {state.name === 'sent' && KIND_TEXTS[kind].offersInstall && (
        <Suspense>
          <InstallSite />
        </Suspense>
      )}
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <button
          type="button"
          className={buttonClass('secondary')}
          onClick={() => void navigate(pathname, { replace: true })}
        >
          {KIND_TEXTS[kind].another}
        </button>
        <RequestsLink />
      </div>
    </>
  );
}
