import type { PageFiles } from './page-files.ts';

/**
 * When a page's scripts are fetched. `paint`: right after the first paint, or a second after the
 * page's load in a tab that paints nothing. `idle`: once the page's pictures could be painted and
 * the browser is idle.
 */
export type LoadAt = 'paint' | 'idle';

/** The request for a page's list. */
export interface ListRequest {
  /** Without an origin if the page's own origin answers. */
  url: string;
  init: Pick<RequestInit, 'headers' | 'redirect'>;
}

/** The input of `LOADER`: the page's scripts, when to fetch them, and the request for its list. */
export function pageScripts({ first, later }: PageFiles, at: LoadAt, list?: ListRequest): string {
  const [entry, ...imported] = first;
  return `<script type="application/json" id="scripts">${JSON.stringify({ at, entry, imported, later, list })}</script>`;
}

/**
 * The inline script of every page. It passes a link of Supabase Auth's emails to the portal, and
 * requests the page's list at once. It loads the page's scripts once they no longer compete with
 * the visible content, or at the first touch or key, and then those that the page needs next. It
 * records a tap on a button before the scripts are ready, so that the page can repeat it once, and
 * the browser's install prompt, which fires once. If a script cannot load, the page says so and
 * reloads when the connection returns. The same script on every page, so that the policy lists one
 * hash.
 */
export const LOADER = `<script>${[
  // Supabase Auth's emails may lead to the site's address.
  "if(/[?&#](access_token|token_hash|error_code)=/.test(location.search+location.hash))location.replace('/admin/'+location.search+location.hash);",
  "const {at,entry,imported,later,list}=JSON.parse(document.getElementById('scripts').text);",
  // The list reports a failure when it takes the answer.
  'if(list){const answer=fetch(list.url,list.init);answer.catch(()=>{});earlyAnswer={url:new URL(list.url,location).href,answer}}',
  'let started;',
  "const add=(tag,facts)=>document.head.append(Object.assign(document.createElement(tag),{crossOrigin:''},facts));",
  "const fail=()=>{removeEventListener('click',note,true);addEventListener('online',()=>location.reload(),{once:true});const text=document.createElement('p');text.role='alert';text.className='bg-warning-tint px-4 py-3 text-center font-semibold text-heading';text.textContent='This page could not be loaded completely. Check your connection and reload the page.';(document.getElementById('main')||document.body).prepend(text)};",
  'const start=()=>{if(started)return;started=1;',
  "const preload=(files,fetchPriority)=>{for(const href of files)add('link',{rel:'modulepreload',href,fetchPriority})};",
  "preload(imported,'auto');",
  "add('script',{type:'module',src:entry,onerror:fail});",
  // In its own task: requesting ten files at once blocks a slow phone.
  "setTimeout(preload,0,later,'low')};",
  "for(const sign of ['pointerdown','keydown','focusin'])addEventListener(sign,start,{once:true,capture:true,passive:true});",
  "const note=(event)=>{const button=event.target.closest('button');if(button){event.stopPropagation();event.preventDefault();earlyTap=button}};",
  "addEventListener('click',note,true);addEventListener('pagetakeover',()=>removeEventListener('click',note,true),{once:true});",
  "addEventListener('beforeinstallprompt',(event)=>{event.preventDefault();earlyInstallPrompt=event});",
  "if(at=='paint'){new PerformanceObserver(start).observe({type:'paint',buffered:true});addEventListener('load',()=>setTimeout(start,1000))}",
  "else addEventListener('load',()=>setTimeout(()=>window.requestIdleCallback?requestIdleCallback(start,{timeout:2000}):start(),200))",
].join('')}</script>`;
