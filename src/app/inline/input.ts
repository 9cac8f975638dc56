/**
 * When a page's scripts are fetched, if not right after the first paint, or a second after the page's
 * load in a tab that paints nothing. `idle`: once the page's pictures could be painted and
 * the browser is idle. The gallery's follow its pictures (`gallery.ts`).
 */
export type LoadAt = 'idle' | 'pictures';

/** The request for a page's list. */
export interface ListRequest {
  /** Without an origin if the page's own origin answers. */
  url: string;
  init: Pick<RequestInit, 'headers' | 'redirect'>;
  /** Given for a list of pictures: the document draws the newest. */
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

/** The addresses of a page's scripts. */
export interface PageFiles {
  /** The scripts needed to work: the entry first, then the static imports of entry and page. */
  first: string[];
  /** The scripts needed next: the page's form and dialogs. */
  later: string[];
}

/** The JSON in the document of a page. */
export interface PageInput extends PageFiles {
  at?: LoadAt | undefined;
  list?: ListRequest | undefined;
}
