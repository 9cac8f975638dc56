import { expect, type Page } from '@playwright/test';
import type { TestBackend } from './backend.ts';
import { aBooking } from './booking.ts';
import { addEvent } from './answers.ts';
import { storeApplication, storeBooking, storeMessage, storePerson } from './portal-records.ts';

const LONG = 'Donaudampfschifffahrtsgesellschaft'.repeat(6);

/**
 * Stores a record with every field in each list, with texts too long for a phone. Returns the
 * booking's name.
 */
export async function storeLongRecords(backend: TestBackend): Promise<string> {
  const { name } = aBooking();
  const id = await storeBooking(backend, { name, notes: LONG, address: LONG });
  await backend.query(
    `update public.alerts set attempts = 3, claimed_at = now() where record_id = $1`,
    [id],
  );
  await storeLongJob(backend);
  await storeApplication(backend, { name, cover_letter: LONG });
  await storeMessage(backend, { name, subject: LONG.slice(0, 200), message: LONG });
  return name;
}

/** Stores an older booking that was given out, with a way in and a report. Returns its id. */
async function storeLongJob(backend: TestBackend): Promise<string> {
  const person = await storePerson(backend, { name: LONG.slice(0, 60) });
  const id = await storeBooking(backend, {
    ...{ crew: [person], access: LONG, created_at: '2026-11-01T12:00:00Z' },
  });
  await addEvent(backend, id, 'pending', {
    ...{ actor: 'crew', kind: 'noted', crew: [person], message: LONG, pictures: 2 },
    made_at: new Date().toISOString(),
  });
  return id;
}

/** The screens that show these records. */
export const LISTS_OF_THE_PORTAL = [
  'dashboard',
  'bookings',
  'team',
  'careers',
  'applications',
  'messages',
] as const;

/** Opens such a screen and waits for its rows. */
export async function openList(page: Page, list: string): Promise<void> {
  await page.goto(`/admin/${list}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
}
