/** A part of a page that is only read. Empty texts are left out. */
export interface TextSection {
  title: string;
  /** A paragraph each. */
  texts: readonly string[];
  /** Stands after the texts. */
  list?: readonly string[];
}
