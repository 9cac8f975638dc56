import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { aReport } from '../unit/support/booking-events.ts';
import { expectAccessibleInBothSchemes, expectFits } from './support/accessibility.ts';
import { openPortal } from './support/portal.tsx';
import { aRequest } from './support/rows.ts';
import { PICTURE, server } from './support/server.ts';

const READ = { outcome: 'read', value: PICTURE } as const;
const MISSING = { outcome: 'rejected', message: 'Object not found' } as const;

test('a report whose photographs are not all here passes the accessibility rules, and fits', async () => {
  server.team.signPicture = async (path) => (path.endsWith('/1') ? READ : MISSING);
  const report = aReport({ by: 'Ann Baker', message: 'The tap drips.', pictures: 3 });
  const [id = ''] = server.store('bookings', aRequest({ status: 'confirmed', reports: [report] }));
  await openPortal(`/admin/bookings/answer#${id}`);

  const reports = page.getByRole('region', { name: 'From those who went' });
  await expect.element(reports).toHaveTextContent('2 photos are not here yet');
  await expect
    .element(reports.getByRole('button', { name: 'Photo 1 of Ann Baker', exact: true }))
    .toBeVisible();
  await expectAccessibleInBothSchemes();
  await expectFits();
});
