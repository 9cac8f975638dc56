import { portalIcons } from './icons.ts';
import { splashLinks } from './splash-screens.ts';
import { fillIn, takeHoisted, withoutEntry } from './template.ts';

interface Shell {
  /** index.html. */
  template: string;
  /** The address of the portal's entry. */
  script: string;
  /** What the script imports at once. */
  imported: readonly string[];
  styles: readonly string[];
  /** What React renders before it knows who is signed in. */
  markup: string;
}

/** What differs from a page of the site: an install of its own, a bar in the colour of its icon, and what it says without scripts. */
const OWN = [
  ['/site.webmanifest', '/portal.webmanifest'],
  ['/icons/icon.svg', '/icons/portal.svg'],
  ['/icons/apple-touch-icon.png', '/icons/portal-apple-touch-icon.png'],
  ['content="Whitecart"', 'content="Portal"'],
  ['content="#fbfaf7"', 'content="#12383a"'],
  ['content="#0f1b1d"', 'content="#0a1415"'],
  ['The forms of this site need JavaScript.', 'The portal needs JavaScript.'],
] as const;

/** A device that never kept the portal's scripts can't get them without a connection: a spinner that turns for good would be no answer. */
const SAY_FAILURE =
  "addEventListener('error',({target})=>{if(target.tagName==='SCRIPT')document.getElementById('root').textContent='The portal could not be loaded. Check your connection and reload this page.'},true)";

/** The one document of every address of the portal. */
export function composeShell({ template, script, imported, styles, markup }: Shell): string {
  const { hoisted, body } = takeHoisted(markup);
  const head = [
    hoisted,
    ...styles.map((href) => `<link rel="stylesheet" crossorigin href="${href}">`),
    `<script>${SAY_FAILURE}</script>`,
    ...imported.map((href) => `<link rel="modulepreload" crossorigin href="${href}">`),
    `<script type="module" crossorigin src="${script}"></script>`,
    splashLinks('portal'),
  ].join('');
  const html = fillIn(withoutEntry(template), head, body).replace('</body>', () => `${portalIcons()}</body>`);
  return OWN.reduce((text, [site, portal]) => text.replace(site, portal), html);
}
