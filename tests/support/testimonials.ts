import type { Locator, Page } from '@playwright/test';
import type { PickedFile } from './application.ts';
import type { TestBackend } from './backend.ts';

export const newTestimonial = (page: Page) => page.getByRole('button', { name: 'New Testimonial' });
export const dialogOf = (page: Page): Locator =>
  page.getByRole('dialog', { name: 'Create New Testimonial' });
export const createButton = (page: Page) =>
  dialogOf(page).getByRole('button', { name: 'Create Testimonial' });

export const fieldsOf = (page: Page) => ({
  name: page.getByLabel('Name *'),
  role: page.getByLabel('Role/Title'),
  rating: page.getByLabel('Rating (1-5) *'),
  quote: page.getByLabel('Quote (20-400 characters) *'),
  avatar: page.getByLabel('Avatar Image (optional, max 1MB)'),
});

export const card = (page: Page, name: string): Locator =>
  page
    .getByRole('list', { name: 'Testimonials' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name, exact: true }) });

export const waiting = (page: Page): Locator =>
  page.getByRole('region', { name: /^Waiting to be created/ }).getByRole('listitem');

export interface TestimonialFacts {
  name: string;
  role?: string;
  rating?: string;
  quote?: string;
  avatar?: PickedFile;
}

/** Opens the dialog and fills it in. */
export async function fillIn(
  page: Page,
  {
    name,
    role,
    rating,
    quote = 'They left every room of the house spotless.',
    avatar,
  }: TestimonialFacts,
): Promise<void> {
  const fields = fieldsOf(page);
  await newTestimonial(page).click();
  await fields.name.fill(name);
  if (role !== undefined) await fields.role.fill(role);
  if (rating !== undefined) await fields.rating.fill(rating);
  await fields.quote.fill(quote);
  if (avatar) await fields.avatar.setInputFiles(avatar);
}

export interface TestimonialRow {
  id: string;
  name: string;
  role: string | null;
  rating: number;
  quote: string;
  avatar_url: string | null;
  avatar_path: string | null;
  created_by: string;
}

/** The stored testimonials of a client. */
export const rowsOf = (backend: TestBackend, name: string) =>
  backend.query<TestimonialRow>(
    'select id, name, role, rating, quote, avatar_url, avatar_path, created_by from public.testimonials where name = $1',
    [name],
  );
