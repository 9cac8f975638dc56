/** What tells a spreadsheet that a file is UTF-8. */
export const CSV_START = '\ufeff';

/** Cells that a spreadsheet would run as a formula. */
const FORMULA = /^[=+\-@\t\r]/;
const QUOTED = /[",\r\n]/;

/** A line of a CSV file (RFC 4180), with its end. A cell that a spreadsheet would run begins with an apostrophe instead. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`;
}

function cellOf(value: string): string {
  const text = FORMULA.test(value) ? `'${value}` : value;
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
