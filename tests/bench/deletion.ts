import type { Page, Request } from '@playwright/test';
import type { TestBackend } from '../support/backend.ts';
import type { Device } from '../support/device.ts';
import { readStaffEntries } from '../support/outbox.ts';
import { deleteButton, searchField, selectAll } from '../support/portal-list.ts';
import { timeToPaint } from './painted.ts';
import { MOVED } from './ten-years.ts';

/** The deletion of thousands of rows at once, with the browser killed half-way. */
export interface DeletionFigures {
  rows: number;
  /** Milliseconds from the confirmation until no card shows one of them. */
  hidden: number;
  /** Its requests; pulls of changes are counted apart. */
  requests: number;
  pulls: number;
  /** Milliseconds from the browser's start until the server had none left. */
  finished: number;
  /** From there until the device knew that all are gone. */
  known: number;
}

const isPull = (request: Request) =>
  /rpc\/(changes|first_copy)/.test(request.url()) || request.method() === 'HEAD';

function countRequests(page: Page, counts: { requests: number; pulls: number }): void {
  page.on('request', (request) => {
    if (!/\/(rest|storage)\/v1\//.test(request.url()) || request.method() === 'OPTIONS') return;
    counts[isPull(request) ? 'pulls' : 'requests'] += 1;
  });
}

/** Deletes all rows that match `MOVED`. */
export async function measureDeletion(
  device: Device,
  backend: TestBackend,
): Promise<DeletionFigures> {
  const left = async () => {
    const [row] = await backend.query<{ left: number }>(
      'select count(*)::int as left from public.bookings where notes = $1',
      [MOVED],
    );
    return row?.left ?? 0;
  };
  const rows = await left();
  const counts = { requests: 0, pulls: 0 };
  const page = await device.open('/admin/bookings');
  await searchField(page).fill(MOVED);
  await page.getByText(new RegExp(`^${rows.toLocaleString('en-GB')} of`)).waitFor();
  await selectAll(page).check();
  await deleteButton(page).click();
  countRequests(page, counts);
  const confirm = page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true });
  const hidden = await timeToPaint(page, { selector: 'main article', count: 0 }, () =>
    confirm.click(),
  );
  while ((await left()) > rows / 2);
  await device.kill();

  await device.start();
  const start = performance.now();
  const again = await device.context.newPage();
  countRequests(again, counts);
  await again.goto('/admin/dashboard');
  while ((await left()) > 0) await new Promise((resolve) => setTimeout(resolve, 50));
  const finished = performance.now() - start;
  await again.waitForLoadState('networkidle');
  // Until then signing out asks about the deletion.
  while ((await readStaffEntries(again)).length > 0)
    await new Promise((resolve) => setTimeout(resolve, 50));
  const known = performance.now() - start;
  await again.close();
  return { rows, hidden, ...counts, finished, known };
}
