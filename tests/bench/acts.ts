import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
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
import {
  countRuns,
  fileOf,
  readScripts,
  sumOf,
  type FunctionCounter,
  type Runs,
  type Scripts,
} from './ran-functions.ts';
import { printTable } from './report.ts';

/** Something a person does to what is called `name`: all that goes before it, the tap, and the moment when its outcome is on the screen. */
interface Act {
  /** What the server has before. */
  store?(backend: TestBackend, name: string): Promise<unknown>;
  open(device: Device): Promise<Page>;
  /** The connection is cut once the page is open. */
  isOffline?: true;
  fill(page: Page, name: string): Promise<void>;
  tap(page: Page): Promise<void>;
  /** What the markup of the outcome has, and none before. */
  outcome(name: string): string;
  /**
   * The file of what is first to follow, so that the act ends when a function of it is about to run. Such an act takes every page of the
   * device along, and nobody can look on: it is compared with a page where nobody does anything.
   */
  endsBefore?: string;
}

const dialogButton = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true });

const ACTS: Record<string, Act> = {
  'booking offline': {
    open: (device) => device.openInstalled('/booking'),
    isOffline: true,
    fill: fillBooking,
    tap: (page) => submitButton(page).click(),
    outcome: () => 'Your reference:',
  },
  'two deletions': {
    store: (backend, name) =>
      Promise.all(
        ['First', 'Second'].map((which) => storeBooking(backend, { name: `${which} ${name}` })),
      ),
    open: (device) => openInstalledPortal(device, '/admin/bookings'),
    async fill(page, name) {
      for (const which of ['First', 'Second']) await selectBox(page, `${which} ${name}`).check();
      await deleteButton(page).click();
    },
    tap: (page) => dialogButton(page, 'Delete').click(),
    outcome: () => 'Deleted 2 booking(s)',
  },
  'posting offline': {
    open: (device) => openInstalledPortal(device, '/admin/careers'),
    isOffline: true,
    async fill(page, name) {
      await page.getByRole('button', { name: 'Add Job Posting' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Job Title').fill(name);
      await dialog.getByLabel('Type').fill('Part-time');
      await dialog.getByLabel('Location').fill('Paisley');
      await dialog.getByLabel('Description').fill('Cleans, mornings.');
      await dialog.getByLabel('Requirements').fill('Care');
    },
    tap: (page) => dialogButton(page, 'Create Job Posting').click(),
    outcome: () => 'Saved on this device',
  },
  'sign-in': {
    open: (device) => device.open('/admin'),
    async fill(page) {
      await page.getByRole('textbox', { name: 'Email' }).fill(ADMIN.email);
      await page.getByLabel('Password').fill(ADMIN.password);
    },
    tap: (page) => page.getByRole('button', { name: 'Sign In' }).click(),
    outcome: () => 'Dashboard Overview',
    // The first to hear that an administrator is signed in here: the session is kept, and the role verified.
    endsBefore: 'runtime/portal/sync.ts',
  },
  'gallery upload': {
    open: (device) => openInstalledPortal(device, '/admin/gallery'),
    async fill(page, name) {
      await picker(page).setInputFiles([await aPhoto()]);
      await categoryField(page).selectOption('Residential');
      await altField(page).fill(name);
    },
    tap: (page) => uploadButton(page).click(),
    outcome: (name) => `Select ${name}`,
  },
};

/** Builds the site with source maps, which a release has none of. */
async function buildWithMaps(folder: string): Promise<void> {
  const vite = path.join(PATHS.root, 'node_modules/vite/bin/vite.js');
  await promisify(execFile)(
    process.execPath,
    [
      vite,
      'build',
      '--sourcemap',
      'hidden',
      '--outDir',
      folder,
      '--emptyOutDir',
      '--logLevel',
      'error',
    ],
    {
      cwd: PATHS.root,
    },
  );
}

/** By then a page has nothing more to do: before the tap, and of what the act leads to. */
const SETTLED_MS = 2_500;

/** What an act is done with. */
interface Surroundings {
  backend: TestBackend;
  scripts: Scripts;
  /** No other run of any act has it. */
  name: string;
}

/** A page in which all is done that goes before the tap, and what runs in it from its beginning. */
interface Ready {
  page: Page;
  counter: FunctionCounter;
}

/** Does something with a page of a new device, and with as many others beside it as are asked for. */
async function withPages<T>(
  act: Act,
  { backend, scripts, name }: Surroundings,
  others: number,
  use: (ready: Ready, other: Page | undefined) => Promise<T>,
): Promise<T> {
  await act.store?.(backend, name);
  const device = await Device.create({ siteUrl: backend.url });
  try {
    const counting = new Promise<FunctionCounter>((resolve) =>
      device.context.once('page', (opened) => resolve(countRuns(opened, scripts))),
    );
    const page = await act.open(device);
    const other = others > 0 ? await act.open(device) : undefined;
    if (act.isOffline) await device.goOffline();
    for (const each of [page, other]) if (each) await act.fill(each, name);
    await page.waitForTimeout(SETTLED_MS);
    return await use({ page, counter: await counting }, other);
  } finally {
    await device.dispose();
  }
}

interface ActRuns {
  before: Runs;
  /** Up to the outcome. */
  within: Runs;
  /** With all that the outcome leads to. */
  inAll: Runs;
}

const runAct = (act: Act, surroundings: Surroundings): Promise<ActRuns> =>
  withPages(act, surroundings, 0, async ({ page, counter }) => {
    const before = await counter.take();
    const { took } = await (act.endsBefore === undefined
      ? counter.watchForText(act.outcome(surroundings.name))
      : counter.watchForFile(act.endsBefore));
    await act.tap(page);
    const within = await took;
    if (act.endsBefore !== undefined) return { before, within, inAll: within };
    await page.waitForTimeout(SETTLED_MS);
    return { before, within, inAll: sumOf(within, await counter.take()) };
  });

/** What runs in a page that is ready for the same tap and only looks on, while somebody taps in another tab of the device. */
const runBeside = (act: Act, surroundings: Surroundings): Promise<Runs> =>
  withPages(
    act,
    surroundings,
    act.endsBefore === undefined ? 1 : 0,
    async ({ page, counter }, other) => {
      await counter.take();
      if (other) {
        await act.tap(other);
        await other.waitForFunction(
          (text) => document.body.innerHTML.includes(text),
          act.outcome(surroundings.name),
        );
      }
      await page.waitForTimeout(SETTLED_MS);
      return counter.take();
    },
  );

/** Chance makes a query run once more or less: only what is so in each of these runs counts. */
const RUNS = 2;

const isComponent = (file: string) => file.endsWith('.tsx');

/**
 * The files of src with a function that runs between the tap and the outcome, and those of them that are on the way: a function of
 * theirs runs more often in the page of the tap than in one that looks on while the same is done in another tab; and, where it is a
 * component's, had not run before the tap, since what is only drawn again shows what it showed. A file that drawings call as often as
 * the act does goes by unseen: who is signed in, for one.
 */
async function filesOf(
  act: Act,
  surroundings: Surroundings,
): Promise<{ all: string[]; onTheWay: string[] }> {
  const acted: ActRuns[] = [];
  const beside: Runs[] = [];
  for (let run = 1; run <= RUNS; run++) {
    acted.push(await runAct(act, { ...surroundings, name: `${surroundings.name} ${run} tapped` }));
    beside.push(
      await runBeside(act, { ...surroundings, name: `${surroundings.name} ${run} seen` }),
    );
  }
  const timesIn = (runs: Runs, name: string) => runs.get(name) ?? 0;
  const functions = [...(acted[0]?.within.keys() ?? [])].filter((name) =>
    acted.every(({ within }) => within.has(name)),
  );
  const ofTheTap = functions.filter((name) => {
    const seen = Math.max(...beside.map((runs) => timesIn(runs, name)));
    const isDrawnAgain = isComponent(fileOf(name)) && acted.some(({ before }) => before.has(name));
    return !isDrawnAgain && acted.every(({ inAll }) => timesIn(inAll, name) > seen);
  });
  const filesIn = (names: string[]) =>
    [...new Set(names.map(fileOf))].filter((file) => file !== act.endsBefore).sort();
  return { all: filesIn(functions), onTheWay: filesIn(ofTheTap) };
}

const countText = (files: string[]) =>
  `${files.length}, ${files.filter((file) => !isComponent(file)).length} without components`;

/** Prints how many files of src are on the way of five acts, and how many run meanwhile, with and without components; and which they are. */
export async function benchActs(): Promise<void> {
  const site = await mkdtemp(path.join(tmpdir(), 'acts-'));
  await buildWithMaps(site);
  const scripts = readScripts(site);
  const backend = await startBackend({ SITE_DIR: site });
  const rows: [string, string, string][] = [];
  const lists: string[] = [];
  try {
    for (const [name, act] of Object.entries(ACTS)) {
      const { all, onTheWay } = await filesOf(act, { backend, scripts, name });
      rows.push([name, countText(onTheWay), `all that runs: ${countText(all)}`]);
      const others = all.filter((file) => !onTheWay.includes(file));
      lists.push(
        `${name}: ${onTheWay.join(' ')}\n  runs, and is not on the way: ${others.join(' ')}`,
      );
    }
  } finally {
    await backend.close();
    await rm(site, { recursive: true, force: true });
  }
  printTable('Files of src on the way from a tap to its outcome', rows);
  console.log(`\n${lists.join('\n')}`);
}
