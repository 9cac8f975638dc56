import type { Submission, SubmissionKind } from '../../../src/core/domain/submission.ts';
import type { NewFile } from '../../../src/core/outbox/entry.ts';
import { APPLICATION, BOOKING, MESSAGE } from '../../support/values.ts';
import type { Wish } from '../ledger.ts';
import type { Positions } from '../positions.ts';
import { between, chance, pick, randomOf, type Random } from '../random.ts';
import { sha256 } from '../sha256.ts';

/** Draws a person's wish. `now` is their device's clock. */
export function drawWish(random: Random, email: string, now: number): Wish {
  const kind = pick(random, ['booking', 'contact', 'job_application'] as const);
  const file = kind === 'job_application' ? aResume(email, between(random, 1, 20) * 1000) : null;
  return {
    email,
    kind,
    editions: new Map(),
    statements: [],
    isGivenUp: false,
    isRetyped: false,
    waiting: [],
    resume: file && { size: file.bytes.byteLength, sha256: sha256(new Uint8Array(file.bytes)) },
    isRefusable: kind === 'job_application' && chance(random, 0.15),
    edition: 1,
    day: new Date(now + between(random, 1, 4) * 24 * 3600_000).toISOString().slice(0, 10),
    file,
  };
}

/** The submission of a wish's last edition. Its texts hold the edition's number. */
export function submissionOf(
  { email, kind, isRefusable, day, edition }: Wish,
  positions: Positions,
): Submission {
  const text = `This is edition ${edition}`;
  const submissions: Record<SubmissionKind, Submission> = {
    booking: {
      kind: 'booking',
      values: { ...BOOKING, email, preferred_date: day, notes: text },
    },
    contact: { kind: 'contact', values: { ...MESSAGE, email, message: text } },
    job_application: {
      kind: 'job_application',
      values: {
        ...APPLICATION,
        email,
        career_id: isRefusable ? positions.gone : positions.open,
        job_title: 'Cleaner',
        cover_letter: text,
      },
    },
  };
  return submissions[kind];
}

/** The edition in a submission's values. */
export const editionIn = (values: unknown): number | null =>
  Number(/This is edition (\d+)/.exec(JSON.stringify(values))?.[1]) || null;

/** A file with a PDF's signature and random content. */
function aResume(key: string, size: number): NewFile {
  const random = randomOf('resume', key);
  const bytes = new Uint8Array(size).map(() => between(random, 0, 255));
  bytes.set([0x25, 0x50, 0x44, 0x46, 0x2d]);
  return { name: 'cv.pdf', type: 'application/pdf', extension: 'pdf', bytes: bytes.buffer };
}
