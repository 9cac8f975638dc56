import { format } from 'date-fns';
import type { RequestView } from '../../core/outbox/requests.ts';
import { Card } from '../../ui/card.tsx';
import { ATTENTION_TEXTS } from '../content/attention-texts.ts';
import { KIND_TEXTS } from '../content/kind-texts.ts';
import { isUploading, UploadProgress } from '../forms/upload-progress.tsx';
import { RequestActions } from './request-actions.tsx';
import { RequestFile } from './request-file.tsx';
import { RequestStateBadge } from './request-state.tsx';

/** What a request's state means for its sender. */
function explain({ state, kind, attention }: RequestView): string | null {
  switch (state) {
    case 'waiting':
      return 'On this device only. It will be sent by itself when there is a connection.';
    case 'alert-not-sent':
      return KIND_TEXTS[kind].alertNotSent;
    case 'attention': {
      const text = attention && ATTENTION_TEXTS[attention.reason];
      return text && `${text.what} ${text.todo}`;
    }
    case 'sending':
    case 'sent':
      return null;
  }
}

export function RequestCard({ request }: { request: RequestView }) {
  const { id, reference, kind, createdAt, state, attention } = request;
  const explanation = explain(request);
  const file = attention?.reason === 'file-lost' ? null : request.file;
  return (
    <li aria-labelledby={`reference-${id}`}>
      <Card className="grid gap-4">
        <div className="flex flex-wrap items-start justify-between gap-3">
          <div>
            <h2 id={`reference-${id}`} className="font-mono text-2xl font-bold tracking-normal">
              {reference}
            </h2>
            <p className="mt-1 text-muted">
              {KIND_TEXTS[kind].name}, <time dateTime={new Date(createdAt).toISOString()}>{format(createdAt, 'd MMMM yyyy, HH:mm')}</time>
            </p>
          </div>
          <RequestStateBadge state={state} />
        </div>
        {explanation && <p>{explanation}</p>}
        {isUploading(request) ? <UploadProgress request={request} /> : file && <RequestFile file={file} />}
        <RequestActions request={request} />
      </Card>
    </li>
  );
}
