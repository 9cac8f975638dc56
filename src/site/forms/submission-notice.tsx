import { Link } from 'react-router-dom';
import type { SubmissionKind } from '../../core/domain/submission.ts';
import { Notice } from '../../ui/notice.tsx';
import { ATTENTION_TEXTS } from '../content/attention-texts.ts';
import { KIND_TEXTS } from '../content/kind-texts.ts';
import { PhoneLink } from './phone-link.tsx';
import { SavedNotice } from './saved-notice.tsx';
import { SentNotice } from './sent-notice.tsx';
import type { SubmissionOutcome } from './use-submission.ts';

/** What became of the last submit, for as long as the person needs it. */
export function SubmissionNotice({ kind, last }: { kind: SubmissionKind; last: SubmissionOutcome }) {
  const { noun, failed } = KIND_TEXTS[kind];
  switch (last.outcome) {
    case 'sent':
      return <SentNotice kind={kind} reference={last.reference} />;
    case 'saved':
      return <SavedNotice kind={kind} reference={last.reference} />;
    case 'refused':
      return (
        <Notice tone="error" title={failed}>
          <p>{ATTENTION_TEXTS[last.reason].what} What you typed is still in the form.</p>
          <p>
            You can also call us: <PhoneLink />
          </p>
        </Notice>
      );
    case 'not-stored':
      return (
        <Notice tone="error" title="Not sent, and not saved">
          <p>
            There is no connection, and this browser can&rsquo;t keep your {noun} for later. The form is still filled in: leave this
            page open and try again when the connection is back, or call us: <PhoneLink />
          </p>
        </Notice>
      );
    case 'blocked':
      return (
        <Notice tone="error" title="This form could not be sent">
          <p>
            It looked as if it was filled in by a program. What you typed is still in the form. Please call us: <PhoneLink />
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
