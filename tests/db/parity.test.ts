import { describe, expect, it } from 'vitest';
import { PREFERRED_TIMES } from '../../src/core/domain/booking-choices.ts';
import { BOOKING_FIELD_NAMES, bookingField } from '../../src/core/domain/booking-fields.ts';
import { BOOKING_STATUSES } from '../../src/core/domain/answers.ts';
import { bookingSchema } from '../../src/core/domain/booking.ts';
import { contactSchema } from '../../src/core/domain/contact.ts';
import { CREW_REPORTS } from '../../src/core/domain/crew-sheet.ts';
import { jobApplicationSchema } from '../../src/core/domain/job-application.ts';
import { nameField } from '../../src/core/domain/person.ts';
import { teamPersonSchema } from '../../src/core/domain/team.ts';
import { ADMIN, ANON, useDatabase, type Caller } from '../support/database.ts';
import { aBooking, aMessage, anApplication, aPerson } from '../support/records.ts';
import { CASES, PHONES, type Field, type Verdict } from './parity-cases.ts';

const { asOwner, insertAs } = useDatabase();

/** SQLSTATEs that refuse a value; all others fail the test. */
const REFUSALS = new Set(['23502', '23514', '22007', '22008', '22P02', '22P05', '22021']);

const accepts = (insert: Promise<void>) =>
  insert.then(
    () => true,
    (error: { code?: string }) => {
      if (!REFUSALS.has(error.code ?? '')) throw error;
      return false;
    },
  );

interface Side {
  schema: { safeParse: (value: object) => { success: boolean; data?: object } };
  /** By default a visitor. */
  caller?: Caller;
  /** The form's context besides the row. */
  known?: object;
  row: (changes: object) => object | Promise<object>;
}

const SIDES: Record<Field['table'], Side> = {
  bookings: { schema: bookingSchema, row: aBooking },
  contact_messages: { schema: contactSchema, row: aMessage },
  job_applications: {
    schema: jobApplicationSchema,
    known: { job_title: 'Cleaner' },
    row: (changes) => anApplication(asOwner, { ...changes }),
  },
  crew: { schema: teamPersonSchema, caller: ADMIN, row: aPerson },
};

/**
 * The form's and the database's verdicts on a value, and the database's on the form's cleaned
 * value.
 */
async function verdictsOn({ table, column }: Field, value: unknown) {
  const { schema, caller = ANON, known, row } = SIDES[table];
  const store = async (stored: unknown) =>
    accepts(insertAs(caller, `public.${table}`, await row({ [column]: stored })));
  const { success, data } = schema.safeParse({ ...(await row({ [column]: value })), ...known });
  const sent = success && (await store((data as Record<string, unknown>)[column]));
  return { form: success, sent, database: await store(value) };
}

const VERDICTS: Record<Verdict, { form: boolean; sent: boolean; database: boolean }> = {
  accepted: { form: true, sent: true, database: true },
  cleaned: { form: true, sent: true, database: false },
  refused: { form: false, sent: false, database: false },
};

const FIELDS = new Map(CASES.map(({ table, column }) => [`${table}.${column}`, { table, column }]));

describe.each([...FIELDS.keys()])('%s', (name) => {
  const cases = CASES.filter(({ table, column }) => `${table}.${column}` === name);

  it.each(cases)(
    '$verdict in the form and in the database: $title',
    async ({ value, verdict, ...field }) => {
      expect(await verdictsOn(field, value)).toEqual(VERDICTS[verdict]);
    },
  );
});

describe.each(['bookings', 'job_applications', 'crew'] as const)(
  'a phone number of %s',
  (table) => {
    it.each(PHONES)('typed %s is stored as %s', async (phone, stored) => {
      const row = (await SIDES[table].row({ phone })) as { id: string };
      await insertAs(SIDES[table].caller ?? ANON, `public.${table}`, row);
      expect(await asOwner(`select phone from public.${table} where id = $1`, [row.id])).toEqual([
        { phone: stored },
      ]);
    });
  },
);

/** Every character that a name may hold and that this runtime's Unicode knows. */
const CHARACTERS = Array.from({ length: 0x110000 }, (_, point) => point)
  .filter((point) => point < 0xd800 || point > 0xdfff)
  .map((point) => String.fromCodePoint(point))
  .filter((character) => !/[\s\p{Cc}\p{Cs}\p{Co}\p{Cn}]/u.test(character));

/** The characters that an expression of the database leaves of `$1`, all of them. */
async function leftBy(expression: string): Promise<Set<string>> {
  const [row] = await asOwner<{ remaining: string }>(`select ${expression} as remaining`, [
    CHARACTERS.join(''),
  ]);
  return new Set(row?.remaining);
}

it('the form and the database count the same characters as visible', async () => {
  const visible = await leftBy('private.seen($1)');
  const differing = CHARACTERS.filter(
    (character) => nameField.safeParse(`A${character}`).success !== visible.has(character),
  );
  expect(differing).toEqual([]);
});

it('the form and the database know the same marks', async () => {
  const others = await leftBy(`regexp_replace($1, '[' || private.marks() || ']', '', 'g')`);
  const isMark = (character: string) =>
    [...nameField.parse(`AA\u0301${character.repeat(6)}`)].length < 9;
  const removed = /[\u00ad\u200b-\u200d\u202a-\u202e\u2060-\u2069\ufeff]/;
  const differing = CHARACTERS.filter(
    (character) => !removed.test(character) && isMark(character) === others.has(character),
  );
  expect(differing).toEqual([]);
});

/** The texts that a check names, in their order. */
async function textsOf(constraint: string): Promise<string[]> {
  const [row] = await asOwner<{ definition: string }>(
    'select pg_get_constraintdef(oid) as definition from pg_constraint where conname = $1',
    [constraint],
  );
  return [...(row?.definition ?? '').matchAll(/'([^']*)'::text/g)].map(([, text = '']) => text);
}

it.each<readonly [string, readonly string[]]>([
  ...BOOKING_FIELD_NAMES.flatMap((name) => {
    const { choices } = bookingField(name);
    return choices ? [[`bookings_${name}_check`, Object.keys(choices)] as const] : [];
  }),
  ['bookings_status_check', BOOKING_STATUSES],
  ['booking_events_time_slot_check', Object.keys(PREFERRED_TIMES)],
  ['crew_reports_kind_check', CREW_REPORTS],
])('%s has the values of the domain, in their order', async (constraint, values) => {
  expect(await textsOf(constraint)).toEqual(values);
});
