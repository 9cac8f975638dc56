import { COMPANY } from './company.ts';

const { areas, districts, phone } = COMPANY;

const POSTCODE = /\b([a-z]{1,2}\d[a-z\d]?)\s*\d[a-z]{2}\b/i;
const DISTRICT = /^[a-z]{1,2}\d[a-z\d]?$/i;

/** The district of the postcode in an address or alone, and of the first half of one alone. */
const districtIn = (text: string): string | null =>
  (POSTCODE.exec(text)?.[1] ?? DISTRICT.exec(text.trim())?.[0])?.toUpperCase() ?? null;

/** Whether the company comes to a postcode, a town or an address: a sentence. Null if unknown. */
export function areaText(text: string): string | null {
  const district = districtIn(text);
  if (district && districts.length > 0)
    return districts.includes(district)
      ? `Yes, we clean in ${district}.`
      : `We don’t usually clean in ${district}. Call us and we’ll see: ${phone}.`;
  const parts = text.split(/[,\n]/).map((part) => part.trim().toLowerCase());
  const town = areas.find((name) => parts.includes(name.toLowerCase()));
  return town ? `Yes, we clean in ${town}.` : null;
}

export const AREAS_TEXT = `We clean in ${areas.join(', ').replace(/, ([^,]+)$/, ' and $1')}. Somewhere else? Call us.`;

/** Whether the company comes to an address, and a missing postcode, in sentences. `isLeft`: its field was left, so it may be whole. */
export function addressHint(address: string, isLeft: boolean): string {
  const isMissing = isLeft && address.trim() !== '' && !POSTCODE.test(address);
  return [areaText(address), isMissing && 'Is the postcode missing? It helps us find you.']
    .filter(Boolean)
    .join(' ');
}
