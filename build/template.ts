const HOISTED = /^(?:<title>[^<]*<\/title>|<meta [^>]*>|<link [^>]*>)+/;
const STYLESHEET = /\s*<link rel="stylesheet"[^>]*>/g;
const SCRIPT = /\s*<script type="module"[^>]* src="([^"]+)"[^>]*><\/script>/;
const MODULE_PRELOAD = /\s*<link rel="modulepreload"[^>]* href="([^"]+)"[^>]*>/g;

/** index.html without its scripts and styles, with the addresses of the entry and of what it imports. */
export function takeEntry(template: string): { rest: string; entry: string; imported: string[] } {
  const entry = SCRIPT.exec(template)?.[1];
  if (!entry) throw new Error('index.html has no module script.');
  return {
    rest: template.replace(STYLESHEET, '').replace(SCRIPT, '').replace(MODULE_PRELOAD, ''),
    entry,
    imported: [...template.matchAll(MODULE_PRELOAD)].map(([, href = '']) => href),
  };
}

/** What React rendered, as what belongs into the head and what belongs into the body. */
export function takeHoisted(markup: string): { hoisted: string; body: string } {
  const hoisted = HOISTED.exec(markup)?.[0] ?? '';
  return { hoisted, body: markup.slice(hoisted.length) };
}

/** Puts a page's parts where they belong. */
export const fillIn = (rest: string, head: string, body: string): string =>
  rest.replace('</head>', () => `${head}</head>`).replace('<div id="root"></div>', () => `<div id="root">${body}</div>`);
