import { writeFile } from 'node:fs/promises';
import {
  anApplicant,
  aResume,
  arrives,
  expectHasOnce,
  expectNotReceived,
  MB,
  openPosition,
} from '../support/application.ts';
import { expect, test } from './test.ts';

test('an application made offline arrives after a restart, its file of 10 MB byte for byte', async ({
  device,
  backend,
}, testInfo) => {
  const position = await openPosition(backend);
  const [applicant, resume] = [anApplicant({ cover_letter: null }), aResume(10 * MB)];
  const file = testInfo.outputPath(resume.name);
  await writeFile(file, resume.buffer);
  const page = await device.openInstalled('/careers');
  await device.goOffline();

  await page.check(position.title);
  await page.fill('Full Name', applicant.name);
  await page.fill('Phone', applicant.phone);
  await page.fill('Email', applicant.email);
  await page.fill('Resume', file);
  await expect.poll(() => page.text()).toContain(resume.name);
  await page.press('Submit Application');
  await expect.poll(() => page.text()).toContain('Saved on this device');
  await device.closeBrowser();
  await device.goOnline();
  await expectNotReceived(backend, applicant);

  await device.startBrowser();
  await device.open('/');

  await arrives(backend, applicant);
  const requests = await device.open('/requests');
  await expect.poll(() => requests.text()).toMatch(/\bSent\b/);
  await expectHasOnce(backend, { position, applicant, resume });
});
