import { expect, test } from 'vitest';
import { toAlert, toRow } from '../../../src/core/domain/submission.ts';
import { application, booking, contact } from '../support/outbox.ts';

const ID = '0b5e6c1e-8f1d-4b7e-9a55-7f6f3f5a1c11';
const filePath = `${ID}.pdf`;

const outgoing = {
  booking: { ...booking, id: ID, filePath: null },
  contact: { ...contact, id: ID, filePath: null },
  application: { ...application, id: ID, filePath },
};

test('a record holds the columns of its form, and empty optional texts as null', () => {
  expect(toRow(outgoing.booking)).toEqual({
    id: ID,
    name: 'Ailsa Craig',
    phone: '0141 496 0199',
    email: 'ailsa@example.com',
    address: '12 Gauze Street, Paisley PA1 1EP',
    service_type: 'deep',
    service: null,
    size: null,
    frequency: null,
    preferred_date: '2027-03-01',
    preferred_time: 'morning',
    notes: null,
  });
  expect(toRow(outgoing.contact)).toEqual({
    id: ID,
    name: 'Ailsa Craig',
    email: 'ailsa@example.com',
    subject: 'A question',
    message: 'Do you clean windows?',
  });
  expect(toRow(outgoing.application)).toEqual({
    id: ID,
    career_id: '5f0c1f0e-6a3b-4b8e-9d57-0d9d2b6f3c11',
    name: 'Ailsa Craig',
    phone: '0141 496 0199',
    email: 'ailsa@example.com',
    cover_letter: null,
    resume_path: filePath,
    resume_url: filePath,
  });
});

test('an alert names its kind and holds the fields of its form, empty optional texts as empty', () => {
  expect(toAlert(outgoing.booking)).toEqual({
    type: 'booking',
    data: { ...toRow(outgoing.booking), service: '', size: '', frequency: '', notes: '' },
  });
  expect(toAlert(outgoing.contact)).toEqual({ type: 'contact', data: toRow(outgoing.contact) });
  expect(toAlert(outgoing.application)).toEqual({
    type: 'job_application',
    data: {
      id: ID,
      name: 'Ailsa Craig',
      phone: '0141 496 0199',
      email: 'ailsa@example.com',
      job_title: 'Cleaner',
      resume_path: filePath,
      cover_letter: '',
    },
  });
});
