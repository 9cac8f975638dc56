import { Suspense } from 'react';
import type { SubmissionKind } from '../../core/domain/submission.ts';
import { Notice } from '../../ui/notice.tsx';
import { KIND_TEXTS } from '../content/kind-texts.ts';
import { late } from '../layout/late.tsx';
import { RequestReference } from './request-reference.tsx';

const InstallSite = late(() => import('./install-site.tsx'));

/** Says that a submission has arrived. */
export function SentNotice({ kind, reference }: { kind: SubmissionKind; reference: string }) {
  const { name, noun } = KIND_TEXTS[kind];
  return (
    <Notice tone="success" title={`${name} sent`}>
      <p>Thank you. Your {noun} has reached us, and we will be in touch soon.</p>
      <RequestReference reference={reference} />
      {kind === 'booking' && (
        <Suspense>
          <InstallSite />
        </Suspense>
      )}
    </Notice>
  );
}
