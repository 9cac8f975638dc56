import { App } from '../../../src/app/app.tsx';
import '../../../src/site/site.css';
import { show } from './open.tsx';

/** Opens a page of the site. */
export const openSite = (path: string): void => show(path, <App />);
