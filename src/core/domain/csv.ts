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

/** A phone number as a cell that no spreadsheet takes for a number, of which it would leave out the first 0: with a space in its digits. */
export const phoneCell = (phone: string): string =>
  phone.replace(/^(44|\d{5})(\d+)$/, '$1 $2').replace(/^(\d+)[.,](\d+)$/, '$1 $2');
