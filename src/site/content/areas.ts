import { districtOf, postcodesIn } from '../../core/domain/postcode.ts';
import { COMPANY } from './company.ts';

const { areas, districts, phone } = COMPANY;

const STREET =
  'road|rd|street|st|avenue|ave|lane|ln|drive|dr|place|pl|court|ct|crescent|cres|square|sq|terrace|terr|gardens|gdns|way|wynd|close|row|walk|grove|loan|brae|view|house|buildings?';
const NAMES = areas.map((name) => name.replaceAll(/[^\p{L}\d ]/gu, '\\$&')).join('|');
/** A town as a word, but not in a street's name: `Glasgow Road`, `Paisley High Street`. */
const TOWN = new RegExp(
  `(?:^|[^\\p{L}\\d])(${NAMES})(?![\\p{L}\\d])(?!(?: +\\p{L}+)? +(?:${STREET})(?![\\p{L}\\d]))`,
  'giu',
);

function townIn(text: string): string | undefined {
  const found = areas.length > 0 ? [...text.matchAll(TOWN)].at(-1)?.[1]?.toLowerCase() : undefined;
  return areas.find((name) => name.toLowerCase() === found);
}

/**
 * Whether the company comes to a postcode, a town or an address: a sentence. Null if unknown, and for
 * a district that cannot exist.
 */
export function areaText(text: string): string | null {
  const district = districtOf(text);
  if (district && districts.length > 0)
    return districts.includes(district)
      ? `Yes, we clean in ${district}.`
      : `We don’t usually clean in ${district}. Call us and we’ll see: ${phone}.`;
  const town = townIn(text);
  return town ? `Yes, we clean in ${town}.` : null;
}

export const AREAS_TEXT = `We clean in ${areas.join(', ').replace(/, ([^,]+)$/, ' and $1')}. Somewhere else? Call us.`;

/** Whether the company comes to an address, and a missing postcode, in sentences. `isLeft`: its field was left, so it may be whole. */
export function addressHint(address: string, isLeft: boolean): string {
  const isMissing = isLeft && address.trim() !== '' && postcodesIn(address).length === 0;
  return [areaText(address), isMissing && 'Is the postcode missing? It helps us find you.']
    .filter(Boolean)
    .join(' ');
}
