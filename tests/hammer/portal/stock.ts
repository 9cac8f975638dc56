import { ENTITIES } from '../../../src/core/domain/entities.ts';
import { LOCAL_PUBLISHABLE_KEY } from '../../../supabase/local/keys.ts';
import type { Server } from '../server.ts';
import { digest, type Stock } from './items.ts';
import type { Item } from './ledger.ts';
import type { User } from './users.ts';

/** Stores records and their files on the server, however often the server dies meanwhile. */
export async function layIn(server: Server, user: User, stock: readonly Stock[]): Promise<Item[]> {
  const items: Item[] = [];
  for (const one of stock) {
    const { id, entity, mark, file } = one;
    const path = file && pathOf(one, `${id}.${file.extension}`);
    if (file && path) await store(server, user, one, path);
    await server.query(...insertOf(one, path));
    items.push({
      id,
      entity,
      mark,
      file: file && path !== null ? { path, sha256: digest(file) } : null,
      isStock: true,
    });
  }
  return items;
}

async function store(
  server: Server,
  user: User,
  { entity, file }: Stock,
  path: string,
): Promise<void> {
  const bucket = ENTITIES[entity].files?.bucket;
  for (;;) {
    await server.whenUp();
    const token = await user.token({ refused: null });
    const headers = {
      apikey: LOCAL_PUBLISHABLE_KEY,
      authorization: `Bearer ${token.outcome === 'token' ? token.token : ''}`,
      'content-type': file?.type ?? '',
    };
    const response = await fetch(`${server.url}/storage/v1/object/${bucket}/${path}`, {
      method: 'POST',
      headers,
      body: file?.bytes ?? null,
    }).catch(() => null);
    if (response?.ok || (await response?.text().catch(() => ''))?.includes('Duplicate')) return;
  }
}

const pathOf = ({ entity, category }: Stock, name: string): string =>
  entity === 'gallery_images' ? `${category}/${name}` : name;

const PERSON = `'0141 555 0100', 'ann@example.com'`;

/** The statement that inserts a record, and its parameters. */
function insertOf({ id, entity, mark, category }: Stock, path: string | null): [string, unknown[]] {
  const url =
    path === null ? null : `/storage/v1/object/public/${ENTITIES[entity].files?.bucket}/${path}`;
  switch (entity) {
    case 'bookings':
      return [
        `insert into public.bookings (id, name, phone, email, address, service_type, preferred_date, preferred_time) values ($1, $2, ${PERSON}, '1 High Street', 'deep', '2027-03-01', 'morning') on conflict do nothing`,
        [id, mark],
      ];
    case 'crew':
      return [
        'insert into public.crew (id, name) values ($1, $2) on conflict do nothing',
        [id, mark],
      ];
    case 'contact_messages':
      return [
        `insert into public.contact_messages (id, name, email, subject, message) values ($1, $2, 'ann@example.com', 'A question', 'Do you clean on Sundays?') on conflict do nothing`,
        [id, mark],
      ];
    case 'careers':
      return [
        `insert into public.careers (id, title, location, type, description) values ($1, $2, 'Paisley', 'Full-time', 'Cleans.') on conflict do nothing`,
        [id, mark],
      ];
    case 'job_applications':
      return [
        `insert into public.job_applications (id, career_id, name, phone, email, resume_path, resume_url) select $1, (select id from public.careers where title = $4), $2, ${PERSON}, $3, $3 on conflict do nothing`,
        [id, mark, path, mark.replace('job_applications', 'careers')],
      ];
    case 'gallery_images':
      return [
        'insert into public.gallery_images (id, alt, category, file_path, url) values ($1, $2, $3, $4, $5) on conflict do nothing',
        [id, mark, category, path, url],
      ];
    case 'testimonials':
      return [
        `insert into public.testimonials (id, name, rating, quote, avatar_path, avatar_url) values ($1, $2, 5, 'They cleaned all there was.', $3, $4) on conflict do nothing`,
        [id, mark, path, url],
      ];
  }
}
