import type { PageFiles } from './page-files.ts';

/** When a page's scripts are fetched: `paint` is right after the first one, `idle` once the browser has nothing better to do. */
export type LoadAt = 'paint' | 'idle';

/**
 * The inline script that loads a page's scripts once they no longer compete with what the person came to see, or at the
 * first touch or key, and behind them those that the page will ask for next. A button tapped before they are there is
 * noted, for the page to repeat the tap; so is the browser's offer to install, which comes once.
 */
export function loaderScript({ first, later }: PageFiles, at: LoadAt): string {
  const [entry, ...imported] = first;
  const when =
    at === 'paint'
      ? 'requestAnimationFrame(()=>setTimeout(start))'
      : "addEventListener('load',()=>window.requestIdleCallback?requestIdleCallback(start,{timeout:2000}):setTimeout(start,200))";
  return [
    'let started;',
    "const add=(tag,facts)=>document.head.append(Object.assign(document.createElement(tag),{crossOrigin:''},facts));",
    'const start=()=>{if(started)return;started=1;',
    "const preload=(files,fetchPriority)=>{for(const href of files)add('link',{rel:'modulepreload',href,fetchPriority})};",
    `preload(${JSON.stringify(imported)},'auto');`,
    `add('script',{type:'module',src:${JSON.stringify(entry)}});`,
    `preload(${JSON.stringify(later)},'low')};`,
    "for(const sign of ['pointerdown','keydown','focusin'])addEventListener(sign,start,{once:true,capture:true,passive:true});",
    "const note=(event)=>{earlyTap=event.target.closest('button')};",
    "addEventListener('click',note,true);addEventListener('pagetakeover',()=>removeEventListener('click',note,true),{once:true});",
    "addEventListener('beforeinstallprompt',(event)=>{event.preventDefault();earlyInstallPrompt=event});",
    when,
  ].join('');
}
