/** The byte order mark, by which spreadsheets recognise UTF-8. */
export const CSV_START = '\ufeff';

/** Characters without a width, which a spreadsheet may drop before it reads a cell. */
const IGNORED = /[\p{C}\p{DI}]/gu;
/** Excel evaluates all four; LibreOffice and Google Sheets fewer. */
const FORMULA = /^\s*[=+\-@]/;
/** Digits in groups: no spreadsheet computes two numbers with only a space between them. */
const SPACED_NUMBER = /^\s*\+[\d\s().-]*\d\s+\d[\d\s().-]*$/;

/** Whether a spreadsheet evaluates a cell: a formula may begin with full-width signs. */
function isRun(value: string): boolean {
  const read = value.normalize('NFKD').replace(IGNORED, '');
  return FORMULA.test(read) && !SPACED_NUMBER.test(read);
}

/** Unless quoted, LibreOffice ends a cell at semicolons and tabs too. */
const QUOTED = /[",;\t\r\n]/;

/**
 * A line of a CSV file (RFC 4180), with its end. A cell that a spreadsheet would execute gets a
 * leading apostrophe.
 */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`;
}

function cellOf(value: string): string {
  const text = isRun(value) ? `'${value}` : value;
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Area codes without their 0: those of five digits, then of two, three and four. */
const AREA =
  /^(?:13873|15242|1539[4-6]|1697[347]|1768[347]|19467|1975[56]|2\d|1(?:1\d|\d1)|[389]\d\d|\d{4})/;

/** A British number without its 0, in the usual groups: `141 496 0123`, `7700 900123`. */
function groupNational(digits: string): string {
  const [area = ''] = AREA.exec(digits) ?? [];
  const rest = digits.slice(area.length);
  return rest.length < 7 ? `${area} ${rest}` : `${area} ${rest.slice(0, -4)} ${rest.slice(-4)}`;
}

/**
 * A phone number as a cell that no spreadsheet reads as a number, dropping its first 0 or plus. A
 * number in groups stays as typed; any other is grouped by its area code.
 */
export function phoneCell(phone: string): string {
  const [, country, trunk = '', national] =
    /^(?:((?:\+|00)?44)0?|(0)|)([1-37-9]\d{8,9})$/.exec(phone) ?? [];
  if (national !== undefined)
    return `${country === undefined ? trunk : `${country} `}${groupNational(national)}`;
  return phone.replace(/^(\+?\d{5})(\d+)$/, '$1 $2').replace(/^(\d+)[.,](\d+)$/, '$1 $2');
}
