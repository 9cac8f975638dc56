import type { PageInput } from './input.ts';

// Supabase Auth's emails may lead to the site's address.
if (/[?&#](access_token|token_hash|error_code)=/.test(location.search + location.hash))
  location.replace(`/admin/${location.search}${location.hash}`);

export const input = JSON.parse(
  (document.getElementById('scripts') as HTMLScriptElement).text,
) as PageInput;
const { first, later, list } = input;

if (list) {
  const answer = fetch(list.url, list.init);
  // The list reports a failure when it takes the answer.
  answer.catch(() => undefined);
  window.earlyAnswer = { url: new URL(list.url, location.href).href, answer };
}

/** Records a tap on a button before the scripts are ready, so that the page can repeat it once. */
function note(event: Event): void {
  const button = (event.target as Element).closest('button');
  if (!button) return;
  event.stopPropagation();
  event.preventDefault();
  window.earlyTap = button;
}

const ignoreTaps = () => removeEventListener('click', note, true);

/** Says that a script could not be loaded, and reloads when the connection returns. */
function fail(): void {
  ignoreTaps();
  addEventListener('online', () => location.reload());
  (document.getElementById('main') ?? document.body).insertAdjacentHTML(
    'afterbegin',
    '<p role="alert" class="bg-warning-tint px-4 py-3 text-center font-semibold text-heading">This page could not be loaded completely. Check your connection and reload the page.</p>',
  );
}

const add = <Tag extends 'link' | 'script'>(
  tag: Tag,
  facts: Partial<HTMLElementTagNameMap[Tag]>,
): void =>
  document.head.append(Object.assign(document.createElement(tag), { crossOrigin: '' }, facts));

function preload(files: readonly string[], fetchPriority: 'auto' | 'low'): void {
  for (const href of files) add('link', { rel: 'modulepreload', href, fetchPriority });
}

/** Loads the page's scripts, and then those that it needs next. Once. */
export function start(): void {
  const [src, ...imported] = first.splice(0);
  if (!src) return;
  preload(imported, 'auto');
  add('script', { type: 'module', src, onerror: fail });
  // In its own task: requesting ten files at once blocks a slow phone.
  setTimeout(preload, 0, later, 'low');
}

for (const sign of ['pointerdown', 'keydown', 'focusin']) addEventListener(sign, start, true);
addEventListener('click', note, true);
addEventListener('pagetakeover', ignoreTaps);
// The browser's install prompt fires once.
addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault();
  window.earlyInstallPrompt = event as typeof event & Window['earlyInstallPrompt'];
});
