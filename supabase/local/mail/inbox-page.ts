import { escapeHtml } from '../../functions/_shared/escape-html.ts';

export interface InboxMessage {
  messageId: string;
  from: string;
  to: string;
  /** Empty when the mail has none. */
  replyTo: string;
  subject: string;
  text: string;
  html: string;
  /** Plain text. */
  attachments: readonly { filename: string; text: string }[];
  /** ISO 8601. */
  receivedAt: string;
}

const STYLE = `
  body { font: 1rem/1.5 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem; color: #1d2733; background: #f4f6f8; }
  article { background: #fff; border: 1px solid #d7dee5; border-radius: .5rem; padding: 1rem 1.25rem; margin: 1rem 0; }
  h2 { margin: 0; font-size: 1.1rem; } p { margin: .25rem 0; color: #4c5b6b; }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; margin: .75rem 0; }
  iframe { width: 100%; height: 22rem; border: 1px solid #d7dee5; border-radius: .25rem; }
`;

/** The sandbox of a mail's HTML: it may be shown and do nothing else. */
export const INBOX_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; base-uri 'none'; form-action 'none'";

const attachment = ({ filename, text }: InboxMessage['attachments'][number]) =>
  `<details><summary>${escapeHtml(filename)}</summary><pre>${escapeHtml(text)}</pre></details>`;

function article({
  to,
  from,
  replyTo,
  subject,
  text,
  html,
  attachments,
  receivedAt,
}: InboxMessage): string {
  return `<article>
  <h2>${escapeHtml(subject)}</h2>
  <p>${escapeHtml(from)} → ${escapeHtml(to)}${replyTo ? ` · replies go to ${escapeHtml(replyTo)}` : ''} · <time>${escapeHtml(receivedAt)}</time></p>
  <pre>${escapeHtml(text)}</pre>
  <details><summary>As HTML</summary><iframe sandbox title="${escapeHtml(subject)}" srcdoc="${escapeHtml(html)}"></iframe></details>
  ${attachments.map(attachment).join('\n  ')}
</article>`;
}

/** The inbox as a page, newest mail first. */
export function renderInbox(messages: InboxMessage[]): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Inbox (${messages.length})</title><style>${STYLE}</style></head>
<body><h1>Inbox</h1>
${messages.length === 0 ? '<p>No mail yet. Every mail that the site sends on this machine shows up here.</p>' : messages.map(article).join('\n')}
</body>
</html>`;
}
