import { addMember, dayHeading, nextJob, openRegistered, storeJob } from '../support/crew-phone.ts';
import { becomesNext, isNext, offer, openWithRelease, updateNow } from '../support/next-release.ts';
import { releaseTest as test } from '../support/releases.ts';
import { expect } from '../support/test.ts';

test.use({ visitedBefore: 'site' });

test('the crew’s day is read without a connection right after an update', async ({
  device,
  site,
  nextRelease,
}) => {
  const ann = await addMember(site);
  await storeJob(site, [ann], { name: 'Isla Grant' });
  await openRegistered(device, ann);
  await site.deploy(nextRelease);
  const page = await openWithRelease(device, '/crew');
  await expect(offer(page)).toBeVisible();

  await updateNow(page);
  await becomesNext(page);
  await device.goOffline();

  const offline = await device.open('/crew');
  await expect(dayHeading(offline, 'Ann Baker')).toBeVisible();
  await expect(nextJob(offline)).toContainText('Isla Grant');
  expect(await isNext(offline)).toBe(true);
});
