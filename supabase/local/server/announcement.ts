import { DEFAULT_ADMIN_PASSWORD, type Env } from '../settings.ts';

/** A password that an owner chose must not reach logs. */
const passwordHint = (password: string) =>
  password === DEFAULT_ADMIN_PASSWORD
    ? `password ${password} unless it was changed there`
    : 'with its own password';

const isOwnMachine = (host: string) => /^(127\.|::1$|localhost$)/.test(host);

const EXPOSED = `Other devices reach it, because HOST is set. It is for trying and testing, not for the internet:
  let only people you trust reach it, and store no customer's data in it.`;

/** The addresses that the start-up prints. Without the embedded backend only the site has one. */
export function announce({ url, inboxUrl }: { url: string; inboxUrl?: string }, env: Env): string {
  const lines = [`Site    ${url}/`];
  if (inboxUrl === undefined) lines.push(`Portal  ${url}/admin/login`);
  else {
    lines.push(
      `Portal  ${url}/admin/login  (${env.admin.email}, ${passwordHint(env.admin.password)})`,
    );
    lines.push(`Inbox   ${inboxUrl}/`);
    if (!isOwnMachine(env.host)) lines.push('', EXPOSED);
  }
  return ['', ...lines.map((line) => `  ${line}`), '', '  Ctrl-C stops it.', ''].join('\n');
}
