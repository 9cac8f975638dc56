import * as z from 'zod/mini';
import { phoneField } from './person.ts';
import { STAFF_LIMITS } from './staff-limits.ts';
import { cleanLine } from './clean-text.ts';
import { line } from './text.ts';

const { personName } = STAFF_LIMITS;

/** A person of the team as administrators enter them; without a phone number it is null. */
export const teamPersonSchema = z.object({
  name: line({
    ...personName,
    short: 'Please fill in the name',
    long: `Name must be at most ${personName.max} characters`,
  }),
  phone: z.nullable(phoneField),
});

export type TeamPerson = z.infer<typeof teamPersonSchema>;

/** The same rules for the form's texts. */
export const teamPersonFormSchema = z.pipe(
  z.transform(({ phone, ...rest }: Record<keyof TeamPerson, string>) => ({
    ...rest,
    phone: cleanLine(phone) === '' ? null : phone,
  })),
  teamPersonSchema,
);

/** The names of the team, by id. */
export type TeamNames = ReadonlyMap<string, string>;

/** The place of a person who was deleted. */
const FORMER = 'somebody who left';

/** People by name, in the order of the team: `Ann Baker, Ben`; empty for nobody. */
export function crewNames(crew: readonly string[], names: TeamNames): string {
  const known = [...names].flatMap(([id, name]) => (crew.includes(id) ? [name] : []));
  const isUnknown = crew.some((id) => !names.has(id));
  return [...known, ...(isUnknown ? [FORMER] : [])].join(', ');
}
