import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { SourceMap } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { PATHS } from '../../supabase/local/project-paths.ts';
import { ADMIN } from '../backend/support/people.ts';
import { startBackend, type TestBackend } from '../support/backend.ts';
import { Device } from '../support/device.ts';
import { altField, categoryField, picker, uploadButton } from '../support/gallery.ts';
import { aPhoto } from '../support/photos.ts';
import { deleteButton, selectBox } from '../support/portal-list.ts';
import { openInstalledPortal } from '../support/portal.ts';
import { storeBooking } from '../support/portal-records.ts';
import { fillBooking, submitButton } from './booking-form.ts';
import { printTable } from './report.ts';

/** Something a person does: all that goes before it, the tap, and the moment when its outcome is on the screen. */
interface Act {
  prepare(device: Device, backend: TestBackend): Promise<Page>;
  tap(page: Page): Promise<void>;
  outcome(page: Page): Promise<void>;
}

const ACTS: Record<string, Act> = {
  'booking offline': {
    async prepare(device) {
      const page = await device.openInstalled('/booking');
      await device.goOffline();
      await fillBooking(page, 'Bench Act');
      return page;
    },
    tap: (page) => submitButton(page).click(),
    outcome: (page) => page.getByText('Your reference:').waitFor(),
  },
  'two deletions': {
    async prepare(device, backend) {
      for (const name of ['First Act', 'Second Act']) await storeBooking(backend, { name });
      const page = await openInstalledPortal(device, '/admin/bookings');
      for (const name of ['First Act', 'Second Act']) await selectBox(page, name).check();
      await deleteButton(page).click();
      return page;
    },
    tap: (page) => page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click(),
    outcome: (page) => page.getByText('Deleted 2 booking(s)').first().waitFor(),
  },
  'posting offline': {
    async prepare(device) {
      const page = await openInstalledPortal(device, '/admin/careers');
      await device.goOffline();
      await page.getByRole('button', { name: 'Add Job Posting' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Job Title').fill('Cleaner for acts');
      await dialog.getByLabel('Type').fill('Part-time');
      await dialog.getByLabel('Location').fill('Paisley');
      await dialog.getByLabel('Description').fill('Cleans, mornings.');
      await dialog.getByLabel('Requirements').fill('Care');
      return page;
    },
    tap: (page) => page.getByRole('dialog').getByRole('button', { name: 'Create Job Posting' }).click(),
    outcome: (page) => page.getByText('Saved on this device').first().waitFor(),
  },
  'sign-in': {
    async prepare(device) {
      const page = await device.open('/admin');
      await page.getByRole('textbox', { name: 'Email' }).fill(ADMIN.email);
      await page.getByLabel('Password').fill(ADMIN.password);
      return page;
    },
    tap: (page) => page.getByRole('button', { name: 'Sign In' }).click(),
    outcome: (page) => page.getByRole('heading', { level: 1, name: 'Dashboard Overview' }).waitFor(),
  },
  'gallery upload': {
    async prepare(device) {
      const page = await openInstalledPortal(device, '/admin/gallery');
      await picker(page).setInputFiles([await aPhoto()]);
      await categoryField(page).selectOption('Residential');
      await altField(page).fill('A bench of acts');
      return page;
    },
    tap: (page) => uploadButton(page).click(),
    outcome: (page) => page.getByRole('checkbox', { name: 'Select A bench of acts' }).waitFor(),
  },
};

/** Builds the site with source maps, which a release has none of. */
async function buildWithMaps(folder: string): Promise<void> {
  const vite = path.join(PATHS.root, 'node_modules/vite/bin/vite.js');
  await promisify(execFile)(process.execPath, [vite, 'build', '--sourcemap', 'hidden', '--outDir', folder, '--emptyOutDir', '--logLevel', 'error'], {
    cwd: PATHS.root,
  });
}

/** Where in a script an offset lies, both counted from nought. */
function toPosition(source: string, offset: number): [line: number, column: number] {
  const before = source.slice(0, offset).split('\n');
  return [before.length - 1, before.at(-1)?.length ?? 0];
}

/** The files of src with a function that ran in the page between the tap and its outcome. */
async function filesOf(act: Act, device: Device, backend: TestBackend, site: string): Promise<Set<string>> {
  const page = await act.prepare(device, backend);
  const cdp = await device.context.newCDPSession(page);
  await cdp.send('Profiler.enable');
  await cdp.send('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await cdp.send('Profiler.takePreciseCoverage');
  await act.tap(page);
  await act.outcome(page);
  const { result } = await cdp.send('Profiler.takePreciseCoverage');
  const files = new Set<string>();
  for (const { url, functions } of result.filter((script) => script.url.includes('/assets/'))) {
    const script = path.join(site, new URL(url).pathname);
    // The bundler's own runtime has no map.
    if (!existsSync(`${script}.map`)) continue;
    const [source, map] = [await readFile(script, 'utf8'), new SourceMap(JSON.parse(await readFile(`${script}.map`, 'utf8')))];
    for (const { ranges } of functions) {
      const [{ startOffset, endOffset, count } = { startOffset: 0, endOffset: 0, count: 0 }] = ranges;
      const isModule = startOffset === 0 && endOffset >= source.length;
      if (count === 0 || isModule) continue;
      const { originalSource = '' } = map.findEntry(...toPosition(source, startOffset)) as { originalSource?: string };
      if (originalSource.includes('/src/')) files.add(originalSource.replace(/^.*\/src\//, ''));
    }
  }
  return files;
}

/** Prints how many files of src five acts run through, and how many without components: those are drawn again with anything near them. */
export async function benchActs(): Promise<void> {
  const site = await mkdtemp(path.join(tmpdir(), 'acts-'));
  await buildWithMaps(site);
  const backend = await startBackend({ SITE_DIR: site });
  const rows: [string, string, string][] = [];
  const lists: string[] = [];
  try {
    for (const [name, act] of Object.entries(ACTS)) {
      const device = await Device.create({ siteUrl: backend.url });
      const files = [...(await filesOf(act, device, backend, site))].sort();
      await device.dispose();
      rows.push([name, String(files.length), `${files.filter((file) => !file.endsWith('.tsx')).length} without components`]);
      lists.push(`${name}: ${files.join(' ')}`);
    }
  } finally {
    await backend.close();
    await rm(site, { recursive: true, force: true });
  }
  printTable('Files of src between a tap and its outcome', rows);
  console.log(`\n${lists.join('\n')}`);
}
