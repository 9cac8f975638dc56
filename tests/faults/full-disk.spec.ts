import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  aBooking,
  bookOnDevice,
  expectFilledIn,
  fieldsOf,
  fillIn,
  outcomeNotice,
  submitButton,
} from '../support/booking.ts';
import { Device } from '../support/device.ts';
import { readStore } from '../support/local-store.ts';
import { expectNotReceived, expectReceivedOnce } from '../support/office.ts';
import { requestCard } from '../support/requests.ts';
import { expect, test as base } from '../support/test.ts';

/** A small disk with the device's profile, which the browser takes for a large one. */
class Disk {
  readonly folder = mkdtempSync(path.join(tmpdir(), 'disk-'));
  readonly isMounted =
    spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=256m', 'tmpfs', this.folder]).status === 0;

  /** Fills it to the last byte. */
  fill(): void {
    const file = openSync(path.join(this.folder, 'filler'), 'w');
    let chunk = Buffer.alloc(1024 ** 2);
    while (chunk.length > 0) {
      try {
        const written = writeSync(file, chunk);
        if (written < chunk.length) chunk = chunk.subarray(written);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
        chunk = chunk.subarray(0, chunk.length / 2);
      }
    }
    closeSync(file);
  }

  free(): void {
    rmSync(path.join(this.folder, 'filler'));
  }

  remove(): void {
    if (this.isMounted) spawnSync('umount', ['--lazy', this.folder]);
    rmdirSync(this.folder);
  }
}

const test = base.extend<{ disk: Disk }>({
  disk: async ({}, use) => {
    const disk = new Disk();
    // A skipped test would fail the run.
    if (!disk.isMounted)
      console.warn('full-disk.spec.ts proves nothing here: mounting a disk needs root.');
    await use(disk);
    disk.remove();
  },
  device: async ({ network, disk }, use) => {
    const device = await Device.create({
      siteUrl: network.url,
      inShell: true,
      ...(disk.isMounted && { folder: disk.folder }),
    });
    await use(device);
    await device.dispose();
  },
});

test.use({ visitedBefore: null });

test('a booking on a full disk is not called saved without a connection, and is sent once there is one', async ({
  device,
  disk,
  backend,
}) => {
  if (!disk.isMounted) return;
  const booking = aBooking();
  const page = await device.openInstalled('/booking');
  await fillIn(page, booking);
  await device.goOffline();
  disk.fill();

  await submitButton(page).click();

  await expect(page.getByRole('group', { name: /not saved/ })).toBeVisible();
  await expectFilledIn(page, booking);
  await expectNotReceived(backend, booking);

  await device.goOnline();
  await submitButton(page).click();
  await expect(outcomeNotice(page)).toContainText('Request received');
  disk.free();
  await expectReceivedOnce(device, backend, booking);
});

test('a booking saved on a disk that was full before survives the kill of the browser', async ({
  device,
  disk,
  backend,
}) => {
  if (!disk.isMounted) return;
  const booking = aBooking({ notes: 'Ring twice' });
  const page = await device.openInstalled('/booking');
  await fieldsOf(page).name.fill(booking.name);
  disk.fill();
  // Drafts are written until the disk takes no more.
  for (let draft = 0; draft < 6; draft++) {
    await fieldsOf(page).notes.fill(`${draft} `.repeat(500));
    await page.waitForTimeout(700);
  }
  disk.free();
  await fillIn(page, booking);
  // The database is opened again with backoff.
  await expect
    .poll(() => readStore(page, 'forms'), { timeout: 20_000 })
    .toMatchObject([{ values: { notes: booking.notes } }]);
  await device.goOffline();
  const reference = await bookOnDevice(page, booking);

  await device.kill();
  await device.start();

  await expect(
    requestCard(await device.open('/requests'), reference).getByText('Sent', { exact: true }),
  ).toBeVisible();
  await expectReceivedOnce(device, backend, booking);
});
