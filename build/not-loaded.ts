/**
 * Inline styles: a device that never stored a part can load neither its style sheet nor its scripts.
 */
const STYLES = [
  ':root{color-scheme:light dark}',
  'body{margin:0;background:#fbfaf7;color:#33474f;font:1.0625rem/1.6 Figtree,system-ui,sans-serif}',
  '.bar{background:#12383a;color:#fff;padding:1rem 1.5rem;padding-top:max(1rem,env(safe-area-inset-top));font-weight:700}',
  '.missing{box-sizing:border-box;max-width:30rem;margin:12vh auto 0;padding:0 1.5rem}',
  'h1{color:#1d3138;font-size:1.75rem;line-height:1.2;margin:0 0 .75rem}',
  'p{margin:0 0 1.5rem}',
  'button{min-height:2.75rem;padding:0 1.25rem;border:1px solid transparent;border-radius:.75rem;background:#0b726c;color:#fff;font:inherit;font-weight:700}',
  'button:focus-visible{outline:3px solid #1d3138;outline-offset:2px}',
  '@media(prefers-color-scheme:dark){body{background:#0f1b1d;color:#d5e3df}h1{color:#f3faf7}.bar{background:#0a1415}button{background:#6ccdbe;color:#0a1415}button:focus-visible{outline-color:#f3faf7}}',
].join('');

export interface NotLoadedTexts {
  bar: string;
  title: string;
  text: string;
}

const pageOf = ({ bar, title, text }: NotLoadedTexts) =>
  `<style>${STYLES}</style><p class="bar">${bar}</p><main class="missing"><h1>${title}</h1>` +
  `<p role="alert">${text}</p><button>Reload</button></main>`;

/**
 * The inline script that replaces an endless spinner by a message, and reloads once the script can
 * be loaded. The `online` event alone comes before the first request succeeds, and a network may
 * answer with its sign-in page.
 */
export const sayNotLoaded = (texts: NotLoadedTexts): string =>
  "addEventListener('error',({target})=>{if(target.tagName!=='SCRIPT')return;const root=document.getElementById('root');" +
  `root.innerHTML=${JSON.stringify(pageOf(texts))};root.querySelector('button').onclick=()=>location.reload();` +
  "setInterval(()=>fetch(target.src).then((r)=>/javascript/.test(r.headers.get('content-type'))&&location.reload(),()=>0),5000)},true)";
