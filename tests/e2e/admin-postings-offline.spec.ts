import type { Page } from '@playwright/test';
import { aBooking } from '../support/booking.ts';
import { refusal } from '../support/faults.ts';
import { expectNoToast } from '../support/late-chunk.ts';
import { goTo, openInstalledPortal } from '../support/portal.ts';
import { card } from '../support/portal-list.ts';
import { toast } from '../support/requests.ts';
import { expect, pageTest, test } from '../support/test.ts';

test.use({ visitedBefore: 'portal' });

/** A unique title. */
const aTitle = () => aBooking().name.replace('Ailsa Craig', 'Cleaner');

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Create Job Posting' });
const addButton = (page: Page) => page.getByRole('button', { name: 'Add Job Posting' });
const createButton = (page: Page) =>
  dialogOf(page).getByRole('button', { name: 'Create Job Posting' });
const waiting = (page: Page) => page.getByRole('region', { name: /^Waiting to be created/ });

const POSTING = {
  'Job Title': '',
  Type: 'Part-time',
  Location: 'Renfrew',
  Description: 'Clean the stairs of tenements.',
};

/** Opens the dialog and fills it in. */
async function fillIn(page: Page, title: string, requirements = ''): Promise<void> {
  await addButton(page).click();
  for (const [label, text] of Object.entries({
    ...POSTING,
    'Job Title': title,
    'Requirements (one per line)': requirements,
  })) {
    await dialogOf(page).getByRole('textbox', { name: label }).fill(text);
  }
}

test('a job posting made offline waits in the list, survives the kill of the browser, and is created later, once', async ({
  device,
  backend,
}) => {
  const title = aTitle();
  const page = await openInstalledPortal(device, '/admin/careers');
  await device.goOffline();
  await fillIn(page, title, 'Own bicycle');

  await createButton(page).click();

  await expect(dialogOf(page)).toHaveCount(0);
  await expect(waiting(page)).toContainText(title);
  await expect(waiting(page)).toContainText('It will be created as soon as there is a connection.');
  await expect(toast(page, /^Saved on this device$/)).toBeVisible();
  await expectNoToast(page, 'Success');
  await device.kill();
  expect(await backend.query('select 1 from public.careers where title = $1', [title])).toEqual([]);
  await device.start();

  const again = await device.open('/admin/careers');
  await expect(card(again, title)).toContainText('Own bicycle');
  await expect(waiting(again)).toHaveCount(0);
  expect(
    await backend.query('select 1 from public.careers where title = $1', [title]),
  ).toHaveLength(1);
});

pageTest(
  'a job posting refused later needs attention: it can be tried again, or discarded',
  async ({ device, network, backend }) => {
    const [again, away] = [aTitle(), aTitle()];
    const page = await openInstalledPortal(device, '/admin/careers');
    await device.goOffline();
    for (const title of [again, away]) {
      await fillIn(page, title);
      await createButton(page).click();
      await expect(waiting(page)).toContainText(title);
    }
    await goTo(page, 'Messages');
    const inserts = network.answerEvery('POST /rest/v1/careers*', refusal);
    await device.goOnline();
    await expect(toast(page, 'Failed to create job posting').first()).toBeVisible();
    await goTo(page, 'Job Postings');
    await expect(waiting(page).getByText('Needs attention')).toHaveCount(2);
    inserts.stop();

    await waiting(page)
      .getByRole('listitem')
      .filter({ hasText: away })
      .getByRole('button', { name: /^Discard/ })
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
    await expect(waiting(page).getByRole('listitem')).toHaveCount(1);
    await waiting(page)
      .getByRole('button', { name: /^Try again/ })
      .click();

    await expect(card(page, again)).toBeVisible();
    await expect(waiting(page)).toHaveCount(0);
    expect(
      await backend.query('select title from public.careers where title = any($1)', [
        [again, away],
      ]),
    ).toEqual([{ title: again }]);
  },
);
