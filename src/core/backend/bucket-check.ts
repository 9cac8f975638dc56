import type { Bucket } from '../domain/entities.ts';
import type { Answer } from './answer.ts';
import { restAnswer, restOf, type Line } from './supabase-calls.ts';

type Ask = (call: (line: Line) => Promise<Answer>) => Promise<Pick<Answer, 'message'>>;

export type BucketCheck = (bucket: Bucket, ask: Ask) => Promise<void>;

/**
 * The product's contract asks for this call before a bucket is first used in a session. Its failure is logged and changes
 * nothing: buckets come with the schema.
 */
export function createBucketCheck(): BucketCheck {
  const checked = new Set<Bucket>();
  return async (bucket, ask) => {
    if (checked.has(bucket)) return;
    checked.add(bucket);
    const args = { target_bucket_id: bucket, target_bucket_name: bucket, is_public: bucket !== 'resumes' };
    const { message } = await ask(async (line) => restAnswer(await restOf(line).rpc('ensure_bucket_exists', args)));
    if (message) console.warn('ensure_bucket_exists failed:', message);
  };
}
