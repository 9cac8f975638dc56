import { ok, optional, wrong, type Line } from './report.ts';
import { ask, readObject, type Target } from './target.ts';

const KEYS = [
  'npm run -s push-keys >> .env.functions',
  'npx supabase secrets set --env-file .env.functions',
].join('\n');

/** Checks that the function push-key is deployed and has a key. */
export async function checkPush({ url }: Target): Promise<Line> {
  const name = 'push-key';
  const deploy = `npx supabase functions deploy ${name} --use-api`;
  const answer = await ask(`${url}/functions/v1/${name}`);
  if (answer.status === 404)
    return optional(name, 'not deployed: no device can be notified', deploy);
  if (answer.status === 401)
    return wrong(
      name,
      'the platform asks for a token, which a publishable key is not',
      `${deploy}  (config.toml says verify_jwt = false)`,
    );
  if (answer.status !== 200)
    return wrong(name, answer.status === 0 ? 'no answer' : `answered ${answer.status}`, deploy);
  return readObject(answer)['key'] === null
    ? optional(
        name,
        'VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY are not set, or malformed: web push is off',
        KEYS,
      )
    : ok(name, 'runs, with the keys of web push');
}
