import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { LOCAL_PUBLISHABLE_KEY } from '../../supabase/local/keys.ts';
import { STORAGE_ANSWERS } from '../support/contracts.ts';
import { tokenOf } from './support/admin-backend.ts';
import { pdf, picture } from './support/people.ts';
import { useServer } from './support/use-server.ts';

const { visitor, administrator, newUser, query, url } = useServer();
const storedNames = async (name: string) =>
  (await query<{ name: string }>('select name from storage.objects where name = $1', [name])).map(
    (row) => row.name,
  );
const codeOf = (error: unknown) => (error as { statusCode?: string } | null)?.statusCode ?? error;
const resumes = () => visitor().storage.from('resumes');
const minted = (extension = 'pdf') => `${randomUUID()}.${extension}`;

async function storeResume() {
  const name = minted();
  const { error } = await resumes().upload(name, pdf());
  if (error) throw error;
  return name;
}

describe('a visitor’s résumé', () => {
  test.each([
    ['a Blob', pdf()],
    ['a File', new File(['hi'], 'cv.pdf', { type: 'application/pdf' })],
    ['an ArrayBuffer', new TextEncoder().encode('hi').buffer],
  ])('may send %s', async (_, body) => {
    const name = minted();
    const { data, error } = await resumes().upload(name, body, { contentType: 'application/pdf' });
    expect([data?.path, error]).toEqual([name, null]);
  });

  test('may be in a form whose cache field is not a number', async () => {
    const form = new FormData();
    form.append('cacheControl', '3600\r\nx-a: b');
    form.append('', pdf());
    const answer = await fetch(`${url()}/storage/v1/object/resumes/${minted()}`, {
      method: 'POST',
      headers: { apikey: LOCAL_PUBLISHABLE_KEY },
      body: form,
    });
    expect(answer.status).toBe(200);
  });

  test.each([
    [
      'has no end',
      '--x\r\nContent-Disposition: form-data; name=""; filename="cv.pdf"\r\n\r\n%PDF\r\n--x\r\n',
    ],
    ['has no file', '--x\r\nContent-Disposition: form-data; name=""\r\n\r\n%PDF\r\n--x--\r\n'],
  ])('is told 400 for a form that %s', async (_, body) => {
    const answer = await fetch(`${url()}/storage/v1/object/resumes/${minted()}`, {
      method: 'POST',
      headers: {
        apikey: LOCAL_PUBLISHABLE_KEY,
        'content-type': 'multipart/form-data; boundary=x',
      },
      body,
    });
    expect([answer.status, await answer.json()]).toEqual([
      400,
      { statusCode: '400', error: 'InvalidRequest', message: 'The form data cannot be read.' },
    ]);
  });

  /** Uploads a résumé in a form with these additional parts. */
  async function sendForm(name: string, parts: string) {
    const answer = await fetch(`${url()}/storage/v1/object/resumes/${name}`, {
      method: 'POST',
      headers: {
        apikey: LOCAL_PUBLISHABLE_KEY,
        'content-type': 'multipart/form-data; boundary=x',
      },
      body: `${parts}\r\n--x--\r\n`,
    });
    return { status: answer.status, body: await answer.json() };
  }

  test('is answered 415 for a form whose media type is invalid in a header', async () => {
    const file =
      '--x\r\nContent-Disposition: form-data; name=""; filename="cv.pdf"\r\nContent-Type: a\0b\r\n\r\n%PDF';
    expect(await sendForm(minted(), file)).toMatchObject({
      status: 400,
      body: { statusCode: '415' },
    });
  });

  test('stores nothing of a form besides the file', async () => {
    const field = `--x\r\nContent-Disposition: form-data; name="cacheControl"\r\n\r\n${'9'.repeat(1_000_000)}\r\n`;
    const file =
      '--x\r\nContent-Disposition: form-data; name=""; filename="cv.pdf"\r\nContent-Type: application/pdf\r\n\r\n%PDF';
    const name = minted();
    expect((await sendForm(name, field + file)).status).toBe(200);
    const [stored] = await query<{ length: number }>(
      'select length(metadata::text) from storage.objects where name = $1',
      [name],
    );
    expect(stored?.length).toBeLessThan(1_000);
  });

  test('is answered 409 when it is already stored', async () => {
    expect(codeOf((await resumes().upload(await storeResume(), pdf())).error)).toBe('409');
  });

  test('is answered 415 for a type that the bucket does not accept', async () => {
    expect(
      codeOf((await resumes().upload(minted(), new Blob(['hi'], { type: 'text/plain' }))).error),
    ).toBe('415');
  });

  test.each([10 * 1024 * 1024 + 1, 12 * 1024 * 1024])(
    'is answered 413 for %i bytes',
    async (bytes) => {
      expect(codeOf((await resumes().upload(minted(), pdf(bytes))).error)).toBe('413');
    },
  );

  test('is refused when empty, and when sent in chunks without a length', async () => {
    expect(codeOf((await resumes().upload(minted(), pdf(0))).error)).toBe('403');
    const chunks = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('hi'));
        controller.close();
      },
    });
    const answer = await fetch(`${url()}/storage/v1/object/resumes/${minted()}`, {
      method: 'POST',
      headers: { apikey: LOCAL_PUBLISHABLE_KEY, 'content-type': 'application/pdf' },
      body: chunks,
      duplex: 'half',
    } as RequestInit);
    expect(await answer.json()).toMatchObject({ statusCode: '403' });
  });

  test('may have ten megabytes', async () => {
    expect((await resumes().upload(minted(), pdf(10 * 1024 * 1024))).error).toBeNull();
  });

  test('is answered 403 for a name that is no id, and for another bucket', async () => {
    expect(codeOf((await resumes().upload('cv.pdf', pdf())).error)).toBe('403');
    expect(codeOf((await visitor().storage.from('gallery').upload('x.png', picture())).error)).toBe(
      '403',
    );
  });

  test('is answered 404 for a bucket that does not exist', async () => {
    expect(codeOf((await visitor().storage.from('nope').upload('x.png', picture())).error)).toBe(
      '404',
    );
  });

  test('cannot link, read or remove it', async () => {
    const name = await storeResume();
    expect((await resumes().createSignedUrl(name, 60)).error).not.toBeNull();
    expect((await fetch(`${url()}/storage/v1/object/public/resumes/${name}`)).ok).toBe(false);
    expect(await resumes().remove([name])).toMatchObject({ data: [], error: null });
    expect(await storedNames(name)).toEqual([name]);
  });
});

describe('an administrator', () => {
  test('downloads a résumé through a signed link, under its name', async () => {
    const name = await storeResume();
    const { data } = await (
      await administrator()
    ).storage
      .from('resumes')
      .createSignedUrl(name, 3600, { download: 'Ailsa Craig.pdf' });
    const file = await fetch(String(data?.signedUrl));
    expect([file.status, await file.text()]).toEqual([200, 'x'.repeat(10)]);
    expect(file.headers.get('content-disposition')).toContain(
      'attachment; filename=Ailsa%20Craig.pdf',
    );
    expect(file.headers.has('cache-control')).toBe(false);
    const lifeMs = Date.parse(file.headers.get('expires') ?? '') - Date.now();
    expect(lifeMs).toBeGreaterThan(3_500_000);
    expect(lifeMs).toBeLessThanOrEqual(3_600_000);
  });

  test('gets a link that cannot be altered', async () => {
    const { data } = await (
      await administrator()
    ).storage
      .from('resumes')
      .createSignedUrl(await storeResume(), 3600);
    const changed = await fetch(String(data?.signedUrl).replace(/token=(.{30})/, 'token=$1A'));
    expect(changed.status).toBe(400);
  });

  test('removes a résumé', async () => {
    const name = await storeResume();
    const admin = await administrator();
    expect((await admin.storage.from('resumes').remove([name])).data).toHaveLength(1);
    expect((await resumes().upload(name, pdf())).error).toBeNull();
  });

  test.each(['Residential', 'Before/After'])(
    'puts a picture into %s, which everyone sees',
    async (category) => {
      const gallery = (await administrator()).storage.from('gallery');
      const place = `${category}/${randomUUID()}.png`;
      expect(
        (await gallery.upload(place, picture(), { cacheControl: '31536000' })).error,
      ).toBeNull();
      const seen = await fetch(gallery.getPublicUrl(place).data.publicUrl);
      expect([
        seen.status,
        seen.headers.get('content-type'),
        seen.headers.get('cache-control'),
      ]).toEqual([200, 'image/png', 'max-age=31536000']);
    },
  );

  test('cannot copy or move a résumé into a public bucket', async () => {
    const name = await storeResume();
    const admin = await administrator();
    const place = `Residential/${randomUUID()}.webp`;
    for (const way of ['copy', 'move'] as const) {
      const { error } = await admin.storage
        .from('resumes')
        [way](name, place, { destinationBucket: 'gallery' });
      expect(error).not.toBeNull();
    }
    const { publicUrl } = admin.storage.from('gallery').getPublicUrl(place).data;
    expect((await fetch(publicUrl)).ok).toBe(false);
  });

  test('cannot overwrite a picture', async () => {
    const gallery = (await administrator()).storage.from('gallery');
    const place = `Residential/${randomUUID()}.png`;
    await gallery.upload(place, picture());
    expect((await gallery.upload(place, picture(), { upsert: true })).error).not.toBeNull();
  });
});

describe('the answer matches Supabase Storage’s when', () => {
  /** The content of a request: names to remove, a link's lifetime, or a file. */
  function contentOf(method: string, path: string, name: string): RequestInit {
    if (method === 'GET') return {};
    if (method === 'POST' && !path.startsWith('sign/'))
      return { headers: { 'content-type': 'application/pdf' }, body: 'x' };
    const body = method === 'DELETE' ? { prefixes: [name] } : { expiresIn: 60 };
    return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  }

  async function bearerOf(as: 'visitor' | 'user' | 'admin'): Promise<Record<string, string>> {
    if (as === 'visitor') return {};
    const client = as === 'admin' ? await administrator() : visitor();
    if (as === 'user') await client.auth.signInWithPassword(await newUser());
    return { authorization: `Bearer ${(await tokenOf(client)).token}` };
  }

  test.each([
    ['r02 the same again', 'visitor', 'POST', 'resumes/*', 'stored'],
    ['o04 anon deletes many', 'visitor', 'DELETE', 'resumes', 'stored'],
    ['o09 anon downloads', 'visitor', 'GET', 'resumes/*', 'stored'],
    ['o11 anon downloads public/', 'visitor', 'GET', 'public/resumes/*', 'stored'],
    ['o14 anon signs', 'visitor', 'POST', 'sign/resumes/*', 'stored'],
    ['a12 plain user removes a picture', 'user', 'DELETE', 'resumes', 'stored'],
    ['a18 plain user: sign', 'user', 'POST', 'sign/resumes/*', 'stored'],
    ['a20 admin removes none that is there', 'admin', 'DELETE', 'resumes', 'missing'],
    ['a27 missing picture', 'visitor', 'GET', 'public/gallery/*', 'missing'],
    ['s02 admin signs a missing one', 'admin', 'POST', 'sign/resumes/*', 'missing'],
    ['k02 secret key reads a missing one', 'admin', 'GET', 'resumes/*', 'missing'],
  ] as const)('%s', async (fixture, as, method, path, state) => {
    const name = state === 'stored' ? await storeResume() : minted();
    const { headers, ...content } = contentOf(method, path, name);
    const answer = await fetch(`${url()}/storage/v1/object/${path.replace('*', name)}`, {
      method,
      headers: {
        apikey: LOCAL_PUBLISHABLE_KEY,
        ...(headers as Record<string, string>),
        ...(await bearerOf(as)),
      },
      ...content,
    });
    const { status, body } = STORAGE_ANSWERS.find((each) => each.case === fixture) ?? {};
    expect([answer.status, await answer.json()]).toEqual([status, JSON.parse(body ?? '')]);
  });
});
