import type { Creation } from '../../../src/core/domain/creation.ts';
import type { Entity } from '../../../src/core/domain/entities.ts';
import { GALLERY_CATEGORIES } from '../../../src/core/domain/gallery.ts';
import type { NewFile } from '../../../src/core/outbox/entry.ts';
import { between, chance, pick, type Random } from '../random.ts';
import { sha256 } from '../wishes.ts';

/** The number of existing records of each kind before two administrators begin. */
const STOCK: Record<Entity, number> = {
  bookings: 3,
  crew: 2,
  careers: 3,
  job_applications: 2,
  contact_messages: 2,
  gallery_images: 3,
  testimonials: 3,
};

/** A record that exists from the start. */
export interface Stock {
  id: string;
  entity: Entity;
  mark: string;
  file: NewFile | null;
  category: string;
}

export function drawStock(random: Random, pair: string): Stock[] {
  return (Object.entries(STOCK) as [Entity, number][]).flatMap(([entity, count]) =>
    Array.from({ length: count }, (_, index): Stock => {
      const mark = `${pair}.${entity}.${index}`;
      const hasPicture =
        entity === 'gallery_images' || (entity === 'testimonials' && chance(random, 0.7));
      const file =
        entity === 'job_applications' ? aResume(random) : hasPicture ? aPicture(random) : null;
      return { id: uuidOf(random), entity, mark, file, category: pick(random, GALLERY_CATEGORIES) };
    }),
  );
}

/** A record for an administrator to add. */
export interface Addable {
  creation: Creation;
  file: NewFile | null;
  mark: string;
  /** Its file has a type that no bucket accepts. */
  isRefusable: boolean;
}

export function drawAddable(random: Random, mark: string): Addable {
  const isRefusable = chance(random, 0.1);
  const picture = {
    ...aPicture(random),
    ...(isRefusable && { name: 'a.gif', type: 'image/gif', extension: 'gif' }),
  };
  switch (pick(random, ['careers', 'gallery_images', 'testimonials'] as const)) {
    case 'careers': {
      const values = {
        title: mark,
        type: 'Full-time',
        location: 'Paisley',
        description: 'Cleans.',
        requirements: null,
      };
      return { creation: { entity: 'careers', values }, file: null, mark, isRefusable: false };
    }
    case 'gallery_images':
      return {
        creation: {
          entity: 'gallery_images',
          values: { category: pick(random, GALLERY_CATEGORIES), alt: mark },
        },
        file: picture,
        mark,
        isRefusable,
      };
    case 'testimonials': {
      const hasPicture = isRefusable || chance(random, 0.6);
      const values = {
        name: mark,
        role: null,
        rating: 5,
        quote: 'They cleaned all there was to be cleaned.',
      };
      return {
        creation: { entity: 'testimonials', values },
        file: hasPicture ? picture : null,
        mark,
        isRefusable,
      };
    }
  }
}

export const digest = ({ bytes }: NewFile): string => sha256(new Uint8Array(bytes));

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const aPicture = (random: Random): NewFile => ({
  name: 'a.png',
  type: 'image/png',
  extension: 'png',
  bytes: someBytes(random, PNG),
});
const aResume = (random: Random): NewFile => ({
  name: 'cv.pdf',
  type: 'application/pdf',
  extension: 'pdf',
  bytes: someBytes(random, [0x25, 0x50, 0x44, 0x46]),
});

/** A file with a valid signature and random content. */
function someBytes(random: Random, first: number[]): ArrayBuffer {
  const bytes = new Uint8Array(between(random, 1, 8) * 1000).map(() => between(random, 0, 255));
  bytes.set(first);
  return bytes.buffer;
}

function uuidOf(random: Random): string {
  const hex = Array.from({ length: 32 }, () => between(random, 0, 15).toString(16)).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
}
