import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { smallPicture, type GalleryCategory } from '../../src/core/domain/gallery.ts';
import { clientOf } from '../backend/support/client.ts';
import { ADMIN } from '../backend/support/people.ts';
import type { TestBackend } from './backend.ts';

const SAMPLE = new URL('../../supabase/seed/gallery/gallery-residential-1.webp', import.meta.url);
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

export interface PictureFacts {
  category: GalleryCategory;
  alt: string;
  /** The picture's contents; a sample by default. */
  bytes?: Buffer;
  /** Its contents are two pictures of one view. */
  isPair?: boolean;
}

/** Replaces the gallery's pictures by these, the newest first, each with real files. */
export async function setGallery(
  backend: TestBackend,
  pictures: readonly PictureFacts[],
): Promise<void> {
  const supabase = clientOf(backend.url);
  const { error } = await supabase.auth.signInWithPassword(ADMIN);
  if (error) throw error;
  const bucket = supabase.storage.from('gallery');
  const sample = await readFile(SAMPLE);

  await backend.query('delete from public.gallery_images');
  for (const [minutes, { category, alt, bytes = sample, isPair = false }] of pictures.entries()) {
    const path = `${category}/${randomUUID()}.webp`;
    for (const file of [path, smallPicture(path)]) {
      const uploaded = await bucket.upload(file, bytes, { contentType: 'image/webp' });
      if (uploaded.error) throw uploaded.error;
    }
    await backend.query(
      'insert into public.gallery_images (category, file_path, url, alt, is_pair, created_at) values ($1, $2, $3, $4, $5, $6)',
      [category, path, bucket.getPublicUrl(path).data.publicUrl, alt, isPair, ago(minutes)],
    );
  }
}

export interface TestimonialFacts {
  name: string;
  role?: string;
  rating?: number;
  quote?: string;
}

/** Replaces the testimonials by these, the newest first. */
export async function setTestimonials(
  backend: TestBackend,
  testimonials: readonly TestimonialFacts[],
): Promise<void> {
  await backend.query('delete from public.testimonials');
  for (const [
    minutes,
    { name, role = null, rating = 5, quote = `What ${name} says about the cleaning.` },
  ] of testimonials.entries()) {
    await backend.query(
      'insert into public.testimonials (name, role, rating, quote, created_at) values ($1, $2, $3, $4, $5)',
      [name, role, rating, quote, ago(minutes)],
    );
  }
}
