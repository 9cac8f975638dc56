import { creationPath, type Creation } from '../../../src/core/domain/creation.ts';
import { ENTITIES, type Entity } from '../../../src/core/domain/entities.ts';
import { GALLERY_CATEGORIES } from '../../../src/core/domain/gallery.ts';
import type { AdditionEntry } from '../../../src/core/mutations/addition.ts';
import type { NewFile } from '../../../src/core/outbox/entry.ts';
import type { Item } from '../ledger.ts';
import { between, chance, pick, type Random } from '../random.ts';
import type { World } from '../world.ts';
import { sha256 } from '../sha256.ts';

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
interface Stock {
  id: string;
  entity: Entity;
  mark: string;
  file: NewFile | null;
  category: string;
}

const PERSON = { phone: '0141 555 0100', email: 'ann@example.com' };
const POSTING = { type: 'Full-time', location: 'Paisley', description: 'Cleans.' };
const PRAISE = { rating: 5, quote: 'They cleaned all there was to be cleaned.' };

/** Stores records with their files, however often the server dies meanwhile. */
export async function storeItems(
  { server, office }: World,
  random: Random,
  group: string,
): Promise<Item[]> {
  const items: Item[] = [];
  for (const stock of drawStock(random, group)) {
    const { id, entity, mark, file, category } = stock;
    const bucket = ENTITIES[entity].files?.bucket;
    const name = file && `${id}.${file.extension}`;
    const path = entity === 'gallery_images' ? `${category}/${name}` : name;
    if (file && path) await office.store(`${bucket}/${path}`, file.type, file.bytes);
    const url = path === null ? null : `/storage/v1/object/public/${bucket}/${path}`;
    const posting = mark.replace('job_applications', 'careers');
    const careers = await server.query<{ id: string }>(
      'select id from public.careers where title = $1',
      [posting],
    );
    const values = valuesOf(stock, path, url, careers[0]?.id ?? null);
    const names = Object.keys(values);
    await server.query(
      `insert into public.${entity} (id, ${names.join(', ')}) values ($1, ${names.map((_, place) => `$${place + 2}`).join(', ')}) on conflict do nothing`,
      [id, ...Object.values(values)],
    );
    items.push({ id, entity, mark, file: file && path ? { path, sha256: digest(file) } : null });
  }
  return items;
}

function valuesOf(
  { entity, mark, category }: Stock,
  path: string | null,
  url: string | null,
  posting: string | null,
): Record<string, unknown> {
  const name = mark;
  switch (entity) {
    case 'bookings':
      return {
        ...{ name, ...PERSON, address: '1 High Street', service_type: 'deep' },
        ...{ preferred_date: '2027-03-01', preferred_time: 'morning' },
      };
    case 'crew':
      return { name };
    case 'contact_messages':
      return {
        name,
        email: PERSON.email,
        subject: 'A question',
        message: 'Do you clean on Sundays?',
      };
    case 'careers':
      return { title: mark, ...POSTING };
    case 'job_applications':
      return { career_id: posting, name, ...PERSON, resume_path: path, resume_url: path };
    case 'gallery_images':
      return { alt: mark, category, file_path: path, url };
    case 'testimonials':
      return { name, ...PRAISE, avatar_path: path, avatar_url: url };
  }
}

const drawStock = (random: Random, group: string): Stock[] =>
  (Object.entries(STOCK) as [Entity, number][]).flatMap(([entity, count]) =>
    Array.from({ length: count }, (_, index): Stock => {
      const mark = `${group}.${entity}.${index}`;
      const hasPicture =
        entity === 'gallery_images' || (entity === 'testimonials' && chance(random, 0.7));
      const file =
        entity === 'job_applications' ? aResume(random) : hasPicture ? aPicture(random) : null;
      return { id: uuidOf(random), entity, mark, file, category: pick(random, GALLERY_CATEGORIES) };
    }),
  );

/** A record for an administrator to add. */
interface Addable {
  creation: Creation;
  file: NewFile | null;
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
      const values = { title: mark, ...POSTING, requirements: null };
      return { creation: { entity: 'careers', values }, file: null, isRefusable: false };
    }
    case 'gallery_images': {
      const values = { category: pick(random, GALLERY_CATEGORIES), alt: mark };
      return { creation: { entity: 'gallery_images', values }, file: picture, isRefusable };
    }
    case 'testimonials': {
      const hasPicture = isRefusable || chance(random, 0.6);
      const values = { name: mark, role: null, ...PRAISE };
      return {
        creation: { entity: 'testimonials', values },
        file: hasPicture ? picture : null,
        isRefusable,
      };
    }
  }
}

export function itemOf({ id, creation }: AdditionEntry, mark: string, file: NewFile | null): Item {
  const { entity } = creation;
  const path = file && ENTITIES[entity].files && creationPath(creation, `${id}.${file.extension}`);
  return { id, entity, mark, file: file && path ? { path, sha256: digest(file) } : null };
}

const digest = ({ bytes }: NewFile): string => sha256(new Uint8Array(bytes));

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
