import { escapeHtml } from '../_shared/escape-html.ts';

export type Row = readonly [label: string, value: string | null | undefined];
type Filled = readonly [label: string, value: string];

/** The rows with a value. */
export const filledRows = (rows: readonly Row[]): Filled[] =>
  rows.flatMap(([label, value]): Filled[] => (value ? [[label, value]] : []));

/**
 * The line breaks of a visitor's text, including every character that a mail program shows as a
 * break.
 */
const linesOf = (value: string) => value.split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/);

/**
 * A single line stands beside its label. Several lines are each marked, so that none looks like a
 * field of ours.
 */
function toText([label, value]: Filled): string {
  const lines = linesOf(value);
  return lines.length === 1
    ? `${label}: ${value}`
    : [`${label}:`, ...lines.map((line) => `| ${line}`)].join('\n');
}

/**
 * The same in HTML: several lines become a block quote with a bar, visible even without the table's
 * layout.
 */
function toCell(value: string): string {
  const lines = linesOf(value).map(escapeHtml);
  if (lines.length === 1) return escapeHtml(value);
  return `<blockquote style="margin:0;padding-left:12px;border-left:4px solid #999">${lines.join('<br>')}</blockquote>`;
}

export const rowsAsText = (rows: readonly Filled[]): string => rows.map(toText).join('\n');

export function rowsAsHtml(rows: readonly Filled[]): string {
  const lines = rows.map(
    ([label, value]) =>
      `<tr><th align="left" valign="top" style="padding:4px 16px 4px 0;white-space:nowrap">${escapeHtml(label)}</th>` +
      `<td dir="auto" valign="top" style="padding:4px 0;overflow-wrap:anywhere">${toCell(value)}</td></tr>`,
  );
  return `<table style="font:16px/1.5 sans-serif;border-spacing:0">\n${lines.join('\n')}\n</table>`;
}

export const headingAsHtml = (text: string): string =>
  `<h1 style="font:bold 20px/1.3 sans-serif">${escapeHtml(text)}</h1>`;

/** A paragraph of HTML; `html` is not escaped. */
export const paragraphAsHtml = (html: string): string =>
  `<p style="font:16px/1.5 sans-serif">${html}</p>`;

/** A link that a thumb can hit: 44 px high. */
export const linkAsHtml = (address: string, text: string): string =>
  `<a href="${escapeHtml(address)}" style="display:inline-block;padding:10px 0">${escapeHtml(text)}</a>`;

/** A mail of these parts as a document, in lines that can be read on a wide screen. */
export const mailAsHtml = (title: string, parts: readonly string[]): string =>
  [
    '<!doctype html>',
    `<html lang="en-GB"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head><body>`,
    '<div style="max-width:600px;font:16px/1.5 sans-serif">',
    ...parts,
    '</div></body></html>',
  ].join('\n');
