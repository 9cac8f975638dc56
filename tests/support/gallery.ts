import { expect, type Locator, type Page } from '@playwright/test';
import type { PickedFile } from './application.ts';
import type { TestBackend } from './backend.ts';
import { sentEverythingOfStaff } from './outbox.ts';

export const picker = (page: Page) => page.getByLabel('Images', { exact: true });

export const categoryField = (page: Page) => page.getByLabel('Category', { exact: true });
export const altField = (page: Page) => page.getByLabel('Alt Text', { exact: true });

export const tiles = (page: Page) =>
  page.getByRole('list', { name: 'Gallery images' }).getByRole('listitem');
export const tile = (page: Page, alt: string) =>
  tiles(page).filter({ has: page.getByRole('checkbox', { name: `Select ${alt}`, exact: true }) });
export const checkboxOf = (page: Page, alt: string) =>
  page.getByRole('checkbox', { name: `Select ${alt}`, exact: true });

/** The pictures on this device that are not yet on the server. */
export const waiting = (page: Page): Locator =>
  page.getByRole('region', { name: /^Waiting to upload/ }).getByRole('listitem');

export interface UploadFacts {
  files: PickedFile[];
  alt: string;
  category?: string;
}

/** Picks files in addition to those chosen, describes all and uploads them. */
export async function upload(page: Page, { files, alt, category }: UploadFacts): Promise<void> {
  await picker(page).setInputFiles(files);
  if (category) await categoryField(page).selectOption(category);
  await altField(page).fill(alt);
  await page.getByRole('button', { name: 'Upload Images' }).click();
}

export interface PictureRow {
  id: string;
  file_path: string;
  url: string;
  category: string;
  alt: string;
  created_by: string;
}

/** The stored rows with this text, oldest first. */
export const rowsOf = (backend: TestBackend, alt: string) =>
  backend.query<PictureRow>(
    'select id, file_path, url, category, alt, created_by from public.gallery_images where alt = $1 order by created_at',
    [alt],
  );

/** The names of a bucket's stored files. */
export async function filesIn(
  backend: TestBackend,
  bucket: 'gallery' | 'testimonials',
): Promise<string[]> {
  const files = await backend.query<{ name: string }>(
    'select name from storage.objects where bucket_id = $1',
    [bucket],
  );
  return files.map(({ name }) => name);
}

/**
 * Expects the server to have one picture with this text once the device has nothing left to send.
 * Returns its row.
 */
export async function expectUploadedOnce(
  page: Page,
  backend: TestBackend,
  alt: string,
): Promise<PictureRow> {
  await expect
    .poll(async () => (await rowsOf(backend, alt)).length, 'stored rows')
    .toBeGreaterThan(0);
  await sentEverythingOfStaff(page);
  const rows = await rowsOf(backend, alt);
  expect(rows).toHaveLength(1);
  const files = await filesIn(backend, 'gallery');
  expect(files.filter((name) => name === rows[0]?.file_path)).toHaveLength(1);
  return rows[0] as PictureRow;
}
