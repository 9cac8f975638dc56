/** Facts in the form that search engines read; browsers show and run none of it. */
export function JsonLd({ facts }: { facts: object }) {
  // A "<" would end the element early.
  const json = JSON.stringify(facts).replaceAll('<', '\\u003c');
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
}
