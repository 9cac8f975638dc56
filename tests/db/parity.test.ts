import { describe, expect, it } from 'vitest';
import { bookingSchema } from '../../src/core/domain/booking.ts';
import { contactSchema } from '../../src/core/domain/contact.ts';
import { jobApplicationSchema } from '../../src/core/domain/job-application.ts';
import { ANON, useDatabase } from '../support/database.ts';
import { aBooking, aMessage, anApplication } from '../support/records.ts';
import { CASES, type Field } from './parity-cases.ts';

const { asOwner, insertAs } = useDatabase();

/** Refusals of a value, as opposed to a failure of the test. */
const REFUSALS = new Set(['23502', '23514', '22007', '22008', '22P02', '22P05', '22021']);

const accepts = (insert: Promise<void>) =>
  insert.then(
    () => true,
    (error: { code?: string }) => {
      if (!REFUSALS.has(error.code ?? '')) throw error;
      return false;
    },
  );

/** For each table: what the form says and what the database says about the same values. */
const SIDES: Record<
  Field['table'],
  (changes: object) => Promise<{ form: boolean; database: Promise<boolean> }>
> = {
  bookings: async (changes) => {
    const row = aBooking(changes);
    return {
      form: bookingSchema.safeParse(row).success,
      database: accepts(insertAs(ANON, 'public.bookings', row)),
    };
  },
  contact_messages: async (changes) => {
    const row = aMessage(changes);
    return {
      form: contactSchema.safeParse(row).success,
      database: accepts(insertAs(ANON, 'public.contact_messages', row)),
    };
  },
  job_applications: async (changes) => {
    const row = await anApplication(asOwner, { ...changes });
    const form = jobApplicationSchema.safeParse({ ...row, job_title: 'Cleaner' }).success;
    return { form, database: accepts(insertAs(ANON, 'public.job_applications', row)) };
  },
};

const FIELDS = new Map(CASES.map(({ table, column }) => [`${table}.${column}`, { table, column }]));

describe.each([...FIELDS.keys()])('%s', (name) => {
  const cases = CASES.filter(({ table, column }) => `${table}.${column}` === name);

  it.each(cases)(
    '$verdict in the form and in the database: $title',
    async ({ table, column, value, verdict }) => {
      const { form, database } = await SIDES[table]({ [column]: value });
      expect({ form, database: await database }).toEqual({
        form: verdict === 'accepted',
        database: verdict === 'accepted',
      });
    },
  );
});
