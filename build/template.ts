const HOISTED = /^(?:<title>[^<]*<\/title>|<meta [^>]*>|<link [^>]*>)+/;
const STYLESHEET = /\s*<link rel="stylesheet"[^>]*>/g;
const SCRIPT = /\s*<script type="module"[^>]* src="[^"]+"[^>]*><\/script>/;

/** index.html without its script and styles. */
export function withoutEntry(template: string): string {
  if (!SCRIPT.test(template)) throw new Error('index.html has no module script.');
  return template.replace(STYLESHEET, '').replace(SCRIPT, '');
}

/** What React rendered, as what belongs into the head and what belongs into the body. */
export function takeHoisted(markup: string): { hoisted: string; body: string } {
  const hoisted = HOISTED.exec(markup)?.[0] ?? '';
  return { hoisted, body: markup.slice(hoisted.length) };
}

/** Puts a page's parts where they belong. */
export const fillIn = (rest: string, head: string, body: string): string =>
  rest.replace('</head>', () => `${head}</head>`).replace('<div id="root"></div>', () => `<div id="root">${body}</div>`);
