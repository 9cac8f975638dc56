import { DEFAULT_ADMIN_PASSWORD, type Env } from '../settings.ts';
import { proxyAdvice } from './client-address.ts';

/** A password that somebody chose stays out of logs. */
const passwordHint = (password: string) =>
  password === DEFAULT_ADMIN_PASSWORD
    ? `password ${password} unless it was changed there`
    : 'with its own password';

/** Where everything is, for the person who started it. Without the embedded backend there is the site alone. */
export function announce({ url, inboxUrl }: { url: string; inboxUrl?: string }, env: Env): string {
  const lines = [`Site    ${url}/`];
  if (inboxUrl === undefined) lines.push(`Portal  ${url}/admin/login`);
  else {
    lines.push(
      `Portal  ${url}/admin/login  (${env.admin.email}, ${passwordHint(env.admin.password)})`,
    );
    lines.push(`Inbox   ${inboxUrl}/`);
    const advice = proxyAdvice(env);
    if (advice !== undefined) lines.push('', advice);
  }
  return ['', ...lines.map((line) => `  ${line}`), '', '  Ctrl-C stops it.', ''].join('\n');
}
