/** A section of a text page. Empty texts are left out. */
export interface TextSection {
  title: string;
  /** A paragraph each. */
  texts: readonly string[];
  /** Shown after the texts. */
  list?: readonly string[];
}
