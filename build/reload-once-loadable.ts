/**
 * An inline function that reloads the page once its script can be loaded: when the connection seems
 * to be back, and every five seconds. A browser is online before its first request succeeds, and a
 * network may answer with its sign-in page.
 */
export const RELOAD_ONCE_LOADABLE =
  'const reloadOnceLoadable=(script)=>{let timer;const wait=()=>{timer=setTimeout(again,5000)};' +
  "const again=()=>{clearTimeout(timer);fetch(script,{cache:'no-store'}).then(({ok,headers})=>ok&&/javascript/.test(headers.get('content-type'))?location.reload():wait(),wait)};" +
  "addEventListener('online',again);wait()};";
