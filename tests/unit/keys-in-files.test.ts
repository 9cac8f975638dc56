import { expect, test, vi } from 'vitest';
import { csvLine } from '../../src/core/domain/csv.ts';
import { bookingActions } from '../../src/portal/booking/booking-actions.ts';
import { BOOKINGS } from '../../src/portal/bookings/bookings-page.tsx';
import { saveVisit } from '../../src/site/forms/save-visit.ts';
import { composeAnswer } from '../../supabase/functions/send-form-email/compose-answer.ts';
import {
  composeAnswerPush,
  composePush,
} from '../../supabase/functions/send-form-email/compose-push.ts';
import { composeReceipt } from '../../supabase/functions/send-form-email/compose-receipt.ts';
import type { MailedEvent } from '../../supabase/functions/send-form-email/describe-record.ts';
import { aMailedEvent } from '../support/mailed-event.ts';
import { BOOKING, MAIL_COMPANY } from '../support/values.ts';
import { aRecordedEvent } from './support/booking-events.ts';
import { BOOKING as LISTED } from './support/booking-row.ts';

/** A booking's id, with which anybody reads and answers it. */
const KEY = '7f1c1a52-5f0e-4d0a-9a55-0c5a3f0a7f11';
const SITE = 'https://www.example.com';
const RECORD = { ...BOOKING, created_at: '2026-11-20T12:00:00Z' };
const ROW = {
  ...LISTED,
  ...RECORD,
  id: KEY,
  status: 'confirmed',
  sequence: 1,
  events: [aRecordedEvent()],
};

vi.stubGlobal('navigator', { userAgent: '' });
vi.mock('../../src/ui/toast.ts', () => ({ notify: { success: vi.fn(), error: vi.fn() } }));

const saved: [name: string, file: Blob][] = [];
vi.mock('../../src/runtime/download.ts', () => ({
  download: (file: Blob, name: string) => saved.push([name, file]),
}));

/** The names and texts of the files that `save` saves. */
async function filesOf(save: () => void): Promise<string[]> {
  saved.splice(0);
  save();
  await vi.waitFor(() => expect(saved).toHaveLength(1));
  return Promise.all(saved.map(async ([name, file]) => `${name}\n${await file.text()}`));
}

async function mailedFiles(
  kind: MailedEvent['kind'] | 'receipt',
  changes: Partial<MailedEvent> = {},
): Promise<string[]> {
  const submission = { kind: 'booking', id: KEY, record: RECORD, jobTitle: null } as const;
  const { attachments = [], text } =
    kind === 'receipt'
      ? await composeReceipt(submission, SITE, MAIL_COMPANY)
      : await composeAnswer(KEY, RECORD, aMailedEvent({ kind, ...changes }), SITE, MAIL_COMPANY);
  // The link is the place of the key.
  expect(text).toContain(`#${KEY}`);
  return attachments.map(({ filename, content }) => `${filename}\n${content}`);
}

const visit = (status: 'tentative' | 'confirmed' | 'cancelled') => () =>
  void saveVisit({
    id: KEY,
    day: '2027-03-01',
    slot: 'morning',
    title: 'Deep Cleaning',
    address: '',
    status,
    sequence: 2,
  });
const portalVisit = (status: string) => () => {
  const actions = bookingActions({ ...ROW, status }, 'Cart', { day: '2026-11-20', hour: 9 });
  const action = actions.find(({ label }) => label.endsWith('calendar'));
  if (action && 'run' in action) action.run();
};
const VISIT = {
  id: KEY,
  day: '2027-03-01',
  time_slot: 'morning',
  status: 'confirmed',
  sequence: 1,
};

test.each<[string, () => string[] | Promise<string[]>]>([
  ['mailed with the receipt', () => mailedFiles('receipt')],
  ['mailed with a confirmation', () => mailedFiles('confirmed')],
  ['mailed with a cancellation', () => mailedFiles('cancelled')],
  ['mailed about a series', () => mailedFiles('repeated', { visits: [VISIT] })],
  ['mailed about the end of a series', () => mailedFiles('stopped', { removed: [VISIT] })],
  ['of a request on the site', () => filesOf(visit('tentative'))],
  ['of a visit on the site', () => filesOf(visit('confirmed'))],
  ['of a cancelled visit on the site', () => filesOf(visit('cancelled'))],
  ['of a visit in the portal', () => filesOf(portalVisit('confirmed'))],
  ['of a cancelled visit in the portal', () => filesOf(portalVisit('cancelled'))],
  ['exported or printed', () => [csvLine(BOOKINGS.fields.map(({ of }) => of(ROW) ?? ''))]],
  ['pushed to the office', () => [JSON.stringify(composePush('booking', KEY, RECORD))]],
  [
    'pushed to the customer',
    () => [JSON.stringify(composeAnswerPush(KEY, RECORD, aMailedEvent()))],
  ],
])('a file %s holds no key of a booking', async (_, make) => {
  const files = await make();
  expect(files).toHaveLength(1);
  const text = files
    .join('')
    .replaceAll(/\r\n |-/g, '')
    .toLowerCase();
  expect(text).not.toContain(KEY.replaceAll('-', ''));
});

test('the calendar files of a booking have one UID in mail, site and portal', async () => {
  const files = [
    ...(await mailedFiles('receipt')),
    ...(await mailedFiles('cancelled')),
    ...(await filesOf(visit('confirmed'))),
    ...(await filesOf(portalVisit('confirmed'))),
  ];
  const uids = files.map((text) => /^UID:(.+)$/m.exec(text)?.[1]?.trim());
  expect(uids).toHaveLength(4);
  expect(new Set(uids).size).toBe(1);
  expect(uids[0]).toMatch(/^[0-9a-f]{32}$/);
});
