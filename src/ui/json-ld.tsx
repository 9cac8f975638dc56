/** Structured data for search engines; browsers neither show nor run it. */
export function JsonLd({ facts }: { facts: object }) {
  // A "<" in a text could end the script element.
  const json = JSON.stringify(facts).replaceAll('<', '\\u003c');
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
}
