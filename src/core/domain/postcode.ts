/** A postcode's two halves, in capitals: `PA1` and `2AB`. */
export interface Postcode {
  outward: string;
  inward: string;
}

/** The 124 postcode areas of the Royal Mail. */
const AREA =
  'A[BL]|B[ABDHLNRST]?|C[ABFHMORTVW]|D[ADEGHLNTY]|E[CHNX]?|F[KY]|G[LUY]?|H[ADGPRSUX]|I[GMPV]|JE|K[ATWY]|L[ADELNSU]?|M[EKL]?|N[EGNPRW]?|O[LX]|P[AEHLOR]|R[GHM]|S[AEGKLMNOPRSTWY]?|T[ADFNQRSW]|UB|W[ACDFNRSV]?|YO|ZE';
const DISTRICT = new RegExp(
  `^(?:(?:${AREA})[1-9]\\d?|(?:B[LS]|C[MR]|FY|HA|PR|S[LS])0|(?:[ENW]1|[NS]W1|SE1|[EW]C[1-4])[A-HJKMNPR-Y])$`,
);

/** Whether a district, such as `PA1`, can exist. */
export const isDistrict = (district: string): boolean => DISTRICT.test(district);

/** In a text that is typed, an `O` may stand for a nought, and an `I` or an `l` for a one. */
const DIGIT = '[\\dOIL]';
const OUTWARD = `([A-Z01]{1,2})([ .\\p{Pd}]?)(${DIGIT}[A-Z\\d]?)`;
const BETWEEN = '[^\\S\\n]*[.\\p{Pd}]?[^\\S\\n]*';
const INWARD = `(${DIGIT}[ABD-HJLNP-UW-Z]{2})`;
/** A lookahead, because one candidate may begin within another. */
const CANDIDATE = new RegExp(
  `(?:^|[^\\p{L}\\d])(?=${OUTWARD}${BETWEEN}${INWARD}(?![\\p{L}\\d])(.*))`,
  'gu',
);
const ALONE = new RegExp(`^${OUTWARD}(?:[ .\\p{Pd}]+\\d[A-Z]?)?[\\s.,]*$`, 'u');

const ORDINAL = /^(?:1ST|2ND|3RD|[04-9]TH)$/;
const FLOOR = /^\W*(?:FL|FLR|FLOOR|FLAT|LEVEL|LEFT|RIGHT|DOOR|STOREY|LANDING)\b/;
const UNIT =
  /\b(?:UNIT|FLAT|BLOCK|SUITE|APARTMENT|APT|ROOM|STUDIO|PLOT|SHOP|OFFICE|BAY|DOOR|LEVEL|BUILDING|ENTRANCE|STAIR|NO)[\s.:#]*$/;

const DIGITS: Readonly<Record<string, string>> = { O: '0', I: '1', L: '1' };
const LETTERS: Readonly<Record<string, string>> = { 0: 'O', 1: 'I' };
const asDigits = (text: string) => text.replaceAll(/[OIL]/g, (letter) => DIGITS[letter] ?? letter);
const asLetters = (text: string) => text.replaceAll(/[01]/g, (digit) => LETTERS[digit] ?? digit);

/** The readings of an outward half: as typed, and with an area of one or two letters by place. */
const readingsOf = (typed: string): string[] => [
  typed,
  ...[1, 2].flatMap((letters) => {
    const [area, number] = [typed.slice(0, letters), typed.slice(letters)];
    return number === '' ? [] : [`${asLetters(area)}${asDigits(number)}`];
  }),
];

/**
 * The outward half as it can exist, else as it was typed; null for a word. One character at most is
 * read as another where no digit was typed.
 */
function readOutward(typed: string): string | null {
  const found = readingsOf(typed).find(isDistrict);
  if (found === undefined) return /^[A-Z]{1,2}\d[A-Z\d]?$/.test(typed) ? typed : null;
  const misread = [...typed].filter((letter, place) => letter !== found[place]).length;
  return /\d/.test(typed) || misread < 2 ? found : null;
}

/**
 * The postcodes in a text, in order, without floors and units: `Unit B1 2nd Floor` has none. `O` and
 * `0`, and `I`, `l` and `1` are read by their place.
 */
export function postcodesIn(text: string): Postcode[] {
  const capitals = text.toUpperCase();
  return [...capitals.matchAll(CANDIDATE)].flatMap((found) => {
    const [, area = '', gap = '', number = '', typed = '', rest = ''] = found;
    const outward = readOutward(`${area}${number}`);
    if (outward === null) return [];
    const inward = `${asDigits(typed.slice(0, 1))}${typed.slice(1)}`;
    const isUnit = UNIT.test(capitals.slice(0, found.index + found[0].length));
    const isAsTyped = gap === '' && outward === `${area}${number}`;
    // `B1 Old Mill` and `B1 2nd` are read as postcodes only where nothing else explains them.
    if (inward !== typed && (isUnit || !/\d/.test(number) || !/^\s*(?:[,;.)]|$)/.test(rest)))
      return [];
    if (ORDINAL.test(typed) && (isUnit || !isAsTyped || FLOOR.test(rest))) return [];
    return [{ outward, inward }];
  });
}

/**
 * The district of the last postcode in a text, or of a text that is a district (`PA1`) or a sector
 * (`PA1 2`) alone. Null for one that cannot exist.
 */
export function districtOf(text: string): string | null {
  const whole = postcodesIn(text).findLast(({ outward }) => isDistrict(outward));
  if (whole) return whole.outward;
  const [, area = '', , number = ''] = ALONE.exec(text.trim().toUpperCase()) ?? [];
  const district = /\d/.test(number) ? readOutward(`${area}${number}`) : null;
  return district !== null && isDistrict(district) ? district : null;
}
