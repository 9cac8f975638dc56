import type { Page } from '@playwright/test';
import type { TestBackend } from '../support/backend.ts';
import { Device } from '../support/device.ts';
import { openPortal, waitUntilReplicated } from '../support/portal.ts';
import { measureDeletion, type DeletionFigures } from './deletion.ts';
import { measureLongList, type LongListFigures } from './long-list.ts';
import {
  measureFillingTask,
  measureNewDevice,
  measureSignOut,
  whenSynced,
  type NewDeviceFigures,
} from './new-device.ts';
import { kb, ms, printTable, ratio } from './report.ts';
import type { LongestTask } from './tasks.ts';
import { addRegularVisits, startTenYears } from './ten-years.ts';

const FEW = 50;
const MANY = 10_000;

interface Figures {
  size: number;
  /** The visits of regular customers besides. */
  visits: number;
  fresh: NewDeviceFigures;
  fillingTask: LongestTask;
  list: LongListFigures;
  /** Null for lists too short to measure. */
  deletion: DeletionFigures | null;
  signOut: number;
}

/** Opens the portal once it can start offline, however long the sync of its lists takes. */
async function openSynced(device: Device): Promise<Page> {
  const page = await openPortal(device);
  await whenSynced(page);
  await waitUntilReplicated(page);
  return page;
}

/** Measures a working day with this many bookings, spread over the years, and perhaps regular customers among them. */
async function measure(size: number, hasRegulars = false): Promise<Figures> {
  const backend = await startTenYears(size);
  const visits = hasRegulars ? await addRegularVisits(backend) : 0;
  const fillingTask = await measureFillingTask(backend);
  const device = await Device.create({ siteUrl: backend.url });
  try {
    const fresh = await measureNewDevice(device, backend);
    // One row came while the refreshes were measured.
    await (await openSynced(device)).close();
    const list = await measureLongList(device, size + 1);
    const deletion = size >= MANY && !hasRegulars ? await measureDeletion(device, backend) : null;
    const page = await openSynced(device);
    return {
      size,
      visits,
      fresh,
      fillingTask,
      list,
      deletion,
      signOut: await measureSignOut(page),
    };
  } finally {
    await device.dispose();
    await backend.close();
  }
}

const taskText = ({ wall, cpu }: LongestTask) =>
  `longest task ${ms(cpu)} of the processor, ${ms(wall)} of the clock; target 50`;
const trafficText = ({ requests, bytes }: { requests: number; bytes: number }) =>
  `${requests} request(s), ${kb(bytes)}`;

function print(
  { size, visits, fresh, fillingTask, list, deletion, signOut }: Figures,
  few: Figures,
): void {
  const compared = visits > 0 ? 'the same without visits' : `${FEW} rows`;
  const against = (ours: number, reference: number, limit: number) =>
    `${ratio(ours, reference)} of ${compared}; target ${limit}×`;
  const over = (ours: number, reference: number, limit: string) =>
    `${kb(ours - reference)} over ${compared}; target ${limit}`;
  const regular =
    visits > 0 ? ` and ${visits.toLocaleString('en-GB')} visits of regular customers` : '';
  printTable(`The portal with ${size.toLocaleString('en-GB')} bookings${regular}`, [
    [
      'new device: today’s jobs shown',
      ms(fresh.todayShown),
      against(fresh.todayShown, few.fresh.todayShown, 1.5),
    ],
    ['new device: all here', ms(fresh.allHere), taskText(fillingTask)],
    [
      'new device: progress',
      fresh.progress ? 'shown' : 'not shown',
      fresh.progress ?? 'it was too quick for that',
    ],
    [
      'list opened, offline: the first rows',
      ms(list.opened),
      against(list.opened, few.list.opened, 1.2),
    ],
    ['and every row in memory after', ms(list.filled), taskText(list.openingTask)],
    [
      'every row in memory: heap',
      kb(list.filledHeap),
      over(list.filledHeap, few.list.filledHeap, '15 MB, with search texts'),
    ],
    [
      'with search texts: heap',
      kb(list.searchedHeap),
      over(list.searchedHeap, few.list.searchedHeap, '15 MB'),
    ],
    ['20 turns of the wheel, 5 flicks', '', taskText(list.wheelTask)],
    ['the middle row of a search opened', ms(list.hitOpened), 'target 300 ms'],
    ['and Back to the same place', ms(list.back), `target 300 ms; both: ${taskText(list.hitTask)}`],
    [
      'first result of a search',
      ms(list.firstSearch),
      `after the last key; target 100 ms; ${taskText(list.searchTask)}`,
    ],
    ['further searches', ms(list.furtherSearch)],
    ['refresh, one change', trafficText(fresh.oneNew), 'target 2 requests, 3 KB'],
    ['refresh, nothing new', trafficText(fresh.nothingNew), 'target 1 request, 0.5 KB'],
    ['signed out, and the lists gone', ms(signOut), 'target 500 ms'],
  ]);
  if (!deletion) return;
  printTable(
    `${deletion.rows.toLocaleString('en-GB')} of these selected and deleted, the browser killed half-way`,
    [
      ['hidden', ms(deletion.hidden), 'target 300 ms'],
      ['requests', String(deletion.requests), `target 12; and ${deletion.pulls} for what changed`],
      ['all gone after the next start', ms(deletion.finished), 'target by itself'],
      ['and known on the device', ms(deletion.known)],
    ],
  );
}

/**
 * Prints the portal's figures by size of the lists, each beside its target, and with regular customers' visits. The database's part:
 * tests/db/sessions/plans.test.ts.
 */
export async function benchLists(
  _: TestBackend,
  sizes: readonly number[] = [FEW, MANY],
): Promise<void> {
  let few: Figures | null = null;
  for (const size of sizes) {
    const figures = await measure(size);
    few ??= figures;
    print(figures, few);
    if (size === MANY) print(await measure(size, true), figures);
  }
}
