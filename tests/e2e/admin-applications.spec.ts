import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { referenceOf } from '../../src/core/domain/reference.ts';
import { aResume } from '../support/application.ts';
import { pauseAnswer, noAnswer } from '../support/faults.ts';
import { pass } from '../support/network.ts';
import { openInstalledPortal, openPortal } from '../support/portal.ts';
import { card } from '../support/portal-list.ts';
import { storeApplication } from '../support/portal-records.ts';
import { toast } from '../support/requests.ts';
import { expect, pageTest } from '../support/test.ts';

const FILE = 'GET /storage/v1/object/sign/resumes/*';

const resumeLink = (page: Page, name: string) =>
  card(page, name).getByRole('link', { name: /^Download Resume/ });

pageTest(
  'the resume downloads under a readable name by a link that lives for an hour, byte for byte',
  async ({ device, backend }) => {
    const resume = aResume(40_000);
    const id = await storeApplication(backend, { name: 'Rhòna Resume' }, resume);
    const page = await openPortal(device, '/admin/applications');
    const link = resumeLink(page, 'Rhòna Resume');
    await expect(link).toHaveText('Download Resume');

    const asked = page.waitForRequest((request) => request.url().includes('/sign/resumes/'));
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);

    expect((await readFile(await download.path())).equals(resume.buffer)).toBe(true);
    expect(download.suggestedFilename()).toBe(`Resume Rhona Resume ${referenceOf(id)}.pdf`);
    const { searchParams } = new URL((await asked).url());
    const [, claims = ''] = (searchParams.get('token') ?? '').split('.');
    const { iat, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as {
      iat: number;
      exp: number;
    };
    expect(exp - iat).toBe(3600);
  },
);

pageTest(
  'Enter, the middle button, and Ctrl and a click download a resume too, and open no tab',
  async ({ device, backend }) => {
    await storeApplication(backend, { name: 'Kirsty Keys' });
    const page = await openPortal(device, '/admin/applications');
    const tabs = device.context.pages().length;
    const link = resumeLink(page, 'Kirsty Keys');
    for (const press of [
      () => link.press('Enter'),
      () => link.click({ button: 'middle' }),
      () => link.click({ modifiers: ['ControlOrMeta'] }),
    ]) {
      const [download] = await Promise.all([page.waitForEvent('download'), press()]);
      expect(download.suggestedFilename()).toContain('Kirsty');
      expect(device.context.pages()).toHaveLength(tabs);
    }
    // The browser's own menu opens or copies this address: never the file's.
    await expect(link).toHaveAttribute('href', /^\/admin\/applications\?at=/);
  },
);

pageTest(
  'a download shows that it is under way, and says why it failed',
  async ({ device, network, backend }) => {
    await storeApplication(backend, { name: 'Fraser Failing' });
    const page = await openPortal(device, '/admin/applications');
    const link = resumeLink(page, 'Fraser Failing');
    await expect(link).toBeVisible();
    const paused = pauseAnswer(noAnswer);
    network.answerEvery(FILE, paused.answer);

    await link.click();
    await expect(card(page, 'Fraser Failing').getByText(/^Downloading\.\.\./)).toBeVisible();
    paused.release();

    await expect(
      toast(page, /The resume could not be downloaded. There is no connection/),
    ).toBeVisible();
    network.answerInTurn(FILE, [pass]);
    await Promise.all([page.waitForEvent('download'), link.click()]);
  },
);

pageTest(
  'a resume that is deleted before the press becomes unavailable, and the message says so',
  async ({ device, backend }) => {
    const id = await storeApplication(backend, { name: 'Donald Deleted' });
    const page = await openPortal(device, '/admin/applications');
    await expect(resumeLink(page, 'Donald Deleted')).toBeVisible();
    await backend.query('delete from storage.objects where name = $1', [`${id}.pdf`]);

    await resumeLink(page, 'Donald Deleted').click();

    await expect(toast(page, /Its file may have been deleted/)).toBeVisible();
    await expect(
      card(page, 'Donald Deleted').getByRole('button', { name: 'Download Unavailable' }),
    ).toBeDisabled();
  },
);

pageTest(
  'a resume whose type differs from its name is marked as unsafe to open, and another is not',
  async ({ device, backend }) => {
    await storeApplication(backend, { name: 'Honest Hamish' });
    await storeApplication(
      backend,
      { name: 'Dubious Duncan' },
      { ...aResume(), buffer: Buffer.from('MZ: a program, and no document') },
    );
    await storeApplication(
      backend,
      { name: 'Blank Blair' },
      { ...aResume(), buffer: Buffer.from('\ufeff\n%PDF-1.7') },
    );

    const page = await openPortal(device, '/admin/applications');

    const unsafe = 'Unsafe to open: this file is not the type its name suggests.';
    await expect(card(page, 'Dubious Duncan').getByText(unsafe)).toBeVisible();
    for (const name of ['Honest Hamish', 'Blank Blair']) {
      // Only cards on the screen have links.
      await card(page, name).scrollIntoViewIfNeeded();
      await expect(resumeLink(page, name)).toBeVisible();
      await expect(card(page, name).getByText(unsafe)).toHaveCount(0);
    }
  },
);

pageTest('a resume whose file was deleted is unavailable', async ({ device, backend }) => {
  const id = await storeApplication(backend, { name: 'Fiona Fileless' });
  await backend.query('delete from storage.objects where name = $1', [`${id}.pdf`]);

  const page = await openPortal(device, '/admin/applications');

  await expect(
    card(page, 'Fiona Fileless').getByRole('button', { name: 'Download Unavailable' }),
  ).toBeDisabled();
});

pageTest(
  'a resume’s link is made anew when the clock was set back, whatever its age seems to be',
  async ({ device, network, backend }) => {
    await storeApplication(backend, { name: 'Clara Clock' });
    await device.context.clock.install();
    const links = network.answerEvery('POST /storage/v1/object/sign/resumes/*', pass);
    const page = await openPortal(device, '/admin/applications');
    await expect(
      card(page, 'Clara Clock').getByRole('link', { name: /^Download Resume/ }),
    ).toBeVisible();
    const made = links.count;

    await device.context.clock.setSystemTime(Date.now() - 2 * 60 * 60_000);
    await device.context.clock.runFor(61_000);

    await expect.poll(() => links.count).toBeGreaterThan(made);
  },
);

pageTest.describe('on a device that keeps the portal', () => {
  pageTest.use({ visitedBefore: 'portal' });

  pageTest(
    'offline an application is readable and its resume unavailable; no link was kept',
    async ({ device, backend }) => {
      await storeApplication(backend, {
        name: 'Ona Offline',
        cover_letter: 'To be read in a basement.',
      });
      const page = await openInstalledPortal(device, '/admin/applications');
      const application = card(page, 'Ona Offline');
      const link = application.getByRole('link', { name: /^Download Resume/ });
      await Promise.all([page.waitForEvent('download'), link.click()]);
      await device.goOffline();

      await expect(
        application.getByRole('button', { name: 'Download Unavailable' }),
      ).toBeDisabled();
      await expect(application).toContainText('Needs a connection.');
      await page.reload();
      await expect(application).toContainText(
        /Needs a connection\. You downloaded it today: open “Resume Ona Offline .*” in this device’s Downloads\./,
      );
      await expect(application).toContainText('To be read in a basement.');
      await expect(
        application.getByRole('button', { name: 'Download Unavailable' }),
      ).toBeDisabled();

      const kept = await page.evaluate(async () => {
        const names = await caches.keys();
        const requests = await Promise.all(
          names.map(async (name) => (await caches.open(name)).keys()),
        );
        return requests.flat().map(({ url }) => url);
      });
      expect(kept.filter((url) => url.includes('resumes'))).toEqual([]);
    },
  );
});
