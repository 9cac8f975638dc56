import type { RequestView } from '../../core/outbox/requests.ts';
import type { SubmissionKind } from '../../core/domain/submission.ts';
import { useRequests } from '../../runtime/use-requests.ts';
import { Notice } from '../../ui/notice.tsx';
import { KIND_TEXTS } from '../content/kind-texts.ts';
import { RequestReference } from './request-reference.tsx';
import { SentNotice } from './sent-notice.tsx';
import { isUploading, UploadProgress } from './upload-progress.tsx';

function useRequest(reference: string): RequestView | undefined {
  const loaded = useRequests();
  return loaded.status === 'ready' ? loaded.requests.find((request) => request.reference === reference) : undefined;
}

/** Says that a submission is safe on this device, and goes on telling what becomes of it. */
export function SavedNotice({ kind, reference }: { kind: SubmissionKind; reference: string }) {
  const request = useRequest(reference);
  const { noun } = KIND_TEXTS[kind];
  if (request?.state === 'sent' || request?.state === 'alert-not-sent') return <SentNotice kind={kind} reference={reference} />;
  return (
    <Notice tone="warning" icon="device" title="Saved on this device">
      {request && isUploading(request) ? (
        <>
          <p>
            Your {noun} is not with us yet: its file is still being uploaded. It is safe on this device; leave this page open if
            you can, else it goes on later by itself.
          </p>
          <UploadProgress request={request} />
        </>
      ) : (
        <p>
          Your {noun} is not with us yet. It will be sent by itself when there is a connection, even with this page closed where
          your browser can do that.
        </p>
      )}
      <RequestReference reference={reference} />
    </Notice>
  );
}
