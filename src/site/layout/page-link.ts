/** A page as the navigation and the footer name it. */
export interface PageLink {
  path: string;
  label: string;
}
