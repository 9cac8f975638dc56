import { page, type Locator } from 'vitest/browser';
import { chooseFiles } from './look.ts';
import { server } from './server.ts';

export const newTestimonial = page.getByRole('button', { name: 'New Testimonial' });
export const dialog = page.getByRole('dialog', { name: 'Create New Testimonial' });
export const createButton = dialog.getByRole('button', { name: 'Create Testimonial' });

export const fields = {
  name: page.getByLabelText('Name *'),
  role: page.getByLabelText('Role/Title'),
  rating: page.getByLabelText('Rating (1-5) *'),
  quote: page.getByLabelText('Quote (20-400 characters) *'),
  avatar: page.getByLabelText('Avatar Image (optional, max 1MB)'),
};

export const card = (name: string): Locator =>
  page
    .getByRole('list', { name: 'Testimonials' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name, exact: true }) });

interface Facts {
  name: string;
  role?: string;
  rating?: string;
  avatar?: File;
}

/** Opens the dialog and fills it in. */
export async function fillIn({ name, role, rating, avatar }: Facts): Promise<void> {
  await newTestimonial.click();
  await fields.name.fill(name);
  if (role !== undefined) await fields.role.fill(role);
  if (rating !== undefined) await fields.rating.fill(rating);
  await fields.quote.fill('They left every room of the house spotless.');
  if (avatar) chooseFiles(fields.avatar, avatar);
}

/** The testimonials that the server got. */
export const created = () =>
  [...server.admin.rows.values()] as {
    id: string;
    avatar_path: string | null;
  }[];
