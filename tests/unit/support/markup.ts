/** An element of React's markup. */
interface Element {
  attributes: Readonly<Record<string, string>>;
  /** The markup inside. */
  inner: string;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
};

const decode = (text: string) =>
  text.replace(/&(?:amp|lt|gt|quot|#x27);/g, (name) => ENTITIES[name] ?? name);

/** The text of a piece of markup, its spaces joined. */
export const textOf = (markup: string): string =>
  decode(markup.replace(/<[^>]*>/g, ''))
    .replace(/\s+/g, ' ')
    .trim();

const attributesOf = (text: string) =>
  Object.fromEntries(
    [...text.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [
      name,
      decode(value),
    ]),
  );

/** The elements of a tag, in order. None may contain another one of the tag. */
export const elementsIn = (markup: string, tag: string): Element[] =>
  [...markup.matchAll(new RegExp(`<${tag}((?: [^>]*)?)>([^]*?)</${tag}>`, 'g'))].map(
    ([, attributes = '', inner = '']) => ({ attributes: attributesOf(attributes), inner }),
  );

/** The texts of a tag's elements. */
export const textsIn = (markup: string, tag: string): string[] =>
  elementsIn(markup, tag).map(({ inner }) => textOf(inner));

/** Where the links with a text, or with this label, lead. */
export const targetsOf = (markup: string, name: string): (string | undefined)[] =>
  elementsIn(markup, 'a')
    .filter(({ attributes, inner }) => (attributes['aria-label'] ?? textOf(inner)) === name)
    .map(({ attributes }) => attributes['href']);
