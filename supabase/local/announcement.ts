import type { Env } from './env.ts';

/** Where everything is, for the person who started it. Without the embedded backend there is the site alone. */
export function announce({ url, inboxUrl }: { url: string; inboxUrl?: string }, { admin }: Env): string {
  const lines = [`Site    ${url}/`];
  if (inboxUrl === undefined) lines.push(`Portal  ${url}/admin/login`);
  else {
    lines.push(`Portal  ${url}/admin/login  (${admin.email}, password ${admin.password} unless it was changed there)`);
    lines.push(`Inbox   ${inboxUrl}/`);
  }
  return ['', ...lines.map((line) => `  ${line}`), '', '  Ctrl-C stops it.', ''].join('\n');
}
