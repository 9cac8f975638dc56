import { smallPicture } from '../src/core/domain/gallery.ts';
import type { PageFiles } from './page-files.ts';

/**
 * When a page's scripts are fetched. `paint`: right after the first paint, or a second after the
 * page's load in a tab that paints nothing. `idle`: once the page's pictures could be painted and
 * the browser is idle. `pictures`: as `DRAW_PICTURES` says.
 */
export type LoadAt = 'paint' | 'idle' | 'pictures';

/** The request for a page's list. */
export interface ListRequest {
  /** Without an origin if the page's own origin answers. */
  url: string;
  init: Pick<RequestInit, 'headers' | 'redirect'>;
  /** Given for a list of pictures: `DRAW_PICTURES` draws the newest. */
  early?: EarlyPictures;
}

interface EarlyPictures {
  /** The id of the element with the placeholders. */
  places: string;
  /** The markup of a picture without its address. */
  single: string;
  /** The same of a pair. */
  pair: string;
}

/** The inline scripts of a page, with their input: the page's files, and the request for its list. */
export function pageScripts({ first, later }: PageFiles, at: LoadAt, list?: ListRequest): string {
  const [entry, ...imported] = first;
  const input = JSON.stringify({ entry, imported, later, list }).replaceAll('<', '\\u003c');
  return `<script type="application/json" id="scripts">${input}</script>${LOADER}<script>${STARTS[at]}</script>`;
}

/**
 * The inline script of every page. It passes a link of Supabase Auth's emails to the portal, and
 * requests the page's list at once. It loads the page's scripts once they no longer compete with
 * the visible content, or at the first touch or key, and then those that the page needs next. It
 * records a tap on a button before the scripts are ready, so that the page can repeat it once, and
 * the browser's install prompt, which fires once. If a script cannot load, the page says so and
 * reloads when the connection returns. The same script on every page, so that the policy lists one
 * hash. `STARTS` follows it, and uses its names.
 */
const LOADER = `<script>${[
  // Supabase Auth's emails may lead to the site's address.
  "if(/[?&#](access_token|token_hash|error_code)=/.test(location.search+location.hash))location.replace('/admin/'+location.search+location.hash);",
  "const {entry,imported,later,list}=JSON.parse(document.getElementById('scripts').text);",
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
].join('')}</script>`;

/**
 * Draws the pictures in view in their placeholders once the list is there, and then loads the page's
 * scripts, which thus do not compete with the pictures; after three seconds at the latest. It
 * records the place of a picture that is tapped before the scripts are ready.
 */
const DRAW_PICTURES = [
  "const placesAre=new Promise((resolve)=>addEventListener('DOMContentLoaded',()=>resolve([...document.getElementById(list.early.places)?.children??[]])));",
  'const draw=async()=>{const rows=await(await earlyAnswer.answer).clone().json(),waiting=[];',
  '(await placesAre).forEach((place,i)=>{const row=rows[i];',
  'if(!row||place.getBoundingClientRect().top>innerHeight)return;',
  `const src=new URL((${String(smallPicture)})(row.url),new URL(list.url,location)).href;`,
  // The address is set apart from the markup, so that no row writes markup.
  "place.innerHTML=row.is_pair?list.early.pair:list.early.single;place.style.animation='none';",
  "for(const image of place.querySelectorAll('img'))Object.assign(image,{loading:'eager',fetchPriority:'high',src}),waiting.push(image.decode());",
  "place.addEventListener('click',()=>{earlyPicture=i})});",
  'await Promise.allSettled(waiting)};',
  // After the frame with the pictures.
  'const next=()=>requestAnimationFrame(()=>setTimeout(start));draw().then(next,start);setTimeout(start,3000)',
].join('');

const STARTS: Readonly<Record<LoadAt, string>> = {
  paint:
    "new PerformanceObserver(start).observe({type:'paint',buffered:true});addEventListener('load',()=>setTimeout(start,1000))",
  idle: "addEventListener('load',()=>setTimeout(()=>window.requestIdleCallback?requestIdleCallback(start,{timeout:2000}):start(),200))",
  pictures: DRAW_PICTURES,
};
