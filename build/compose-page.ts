import { LOADER, pageScripts, type LoadAt } from './loader.ts';
import type { PageFiles } from './page-files.ts';
import { fillIn, takeHoisted, withoutEntry } from './template.ts';

interface Page {
  /** The built index.html. */
  template: string;
  css: string;
  /** Elements that every page's head gets. */
  facts: string;
  files: PageFiles;
  loadAt: LoadAt;
  /** What React rendered: hoisted head elements, then the body. */
  markup: string;
}

/**
 * The document of a page: its title and description in the head, its styles inline (one request fewer before the first
 * paint), its markup in the body, and a loader for its scripts in place of the scripts.
 */
export function composePage({ template, css, facts, files, loadAt, markup }: Page): string {
  const { hoisted, body } = takeHoisted(markup);
  const head = `${hoisted}<style>${css}</style>${facts}${pageScripts(files, loadAt)}${LOADER}`;
  return fillIn(withoutEntry(template), head, body);
}
