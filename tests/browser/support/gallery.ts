import { page, type Locator } from 'vitest/browser';
import { chooseFiles } from './look.ts';
import { server } from './server.ts';

export const picker = page.getByLabelText('Images', { exact: true });
/** The pictures that are chosen for an upload. */
export const chosen = page.getByRole('list', { name: 'Chosen images' }).getByRole('listitem');
export const categoryField = page.getByLabelText('Category', { exact: true });
export const altField = page.getByLabelText('Alt Text', { exact: true });
export const uploadButton = page.getByRole('button', { name: 'Upload Images' });

export const tiles = page.getByRole('list', { name: 'Gallery images' }).getByRole('listitem');
export const checkboxOf = (alt: string): Locator =>
  page.getByRole('checkbox', { name: `Select ${alt}`, exact: true });
export const tile = (alt: string): Locator => tiles.filter({ has: checkboxOf(alt) });

/** The pictures on this device that are not yet on the server. */
export const waiting = page
  .getByRole('region', { name: /^Waiting to upload/ })
  .getByRole('listitem');

/** Picks files in addition to those chosen, describes all and uploads them. */
export async function upload(files: File[], alt: string, category?: string): Promise<void> {
  chooseFiles(picker, ...files);
  if (category) await categoryField.selectOptions(category);
  await altField.fill(alt);
  await uploadButton.click();
}

/** The pictures that the server has, the oldest first. */
export const uploaded = () =>
  [...server.admin.rows]
    .filter(([key]) => key.startsWith('gallery_images/'))
    .map(([, row]) => row as { id: string; category: string; alt: string; file_path: string });

/** The contents of the one picture that the server has. */
export function uploadedFile(): ArrayBuffer {
  const [{ file_path } = { file_path: '' }, ...others] = uploaded();
  const bytes = server.admin.files.get(`gallery/${file_path}`);
  if (!bytes || others.length > 0) throw new Error('There is not one picture');
  return bytes;
}
