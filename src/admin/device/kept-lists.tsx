import { format } from 'date-fns';
import type { KeptTable } from '../../core/domain/entities.ts';
import type { KeptList } from '../../core/sync/kept-lists.ts';
import type { Kept } from '../../runtime/portal/use-kept-lists.ts';
import { changesText } from '../layout/changes-text.ts';
import { Section } from './section.tsx';

const NAMES: Record<KeptTable, string> = {
  bookings: 'Bookings',
  careers: 'Job Postings',
  job_applications: 'Applications',
  contact_messages: 'Messages',
  gallery_images: 'Gallery',
  testimonials: 'Testimonials',
  alerts: 'E-mail alerts',
};

/** The lists that can be read here without a connection, and what waits here to be sent. */
export function KeptLists({ kept: { lists, requests } }: { kept: Kept }) {
  const waiting = lists.reduce((sum, list) => sum + list.waiting, 0);
  return (
    <Section title="Lists">
      <p>They can be read without a connection, until you sign out or seven days pass without the server confirming your role.</p>
      <ul className="grid w-full divide-y divide-line">
        {lists.map((list) => (
          <ListLine key={list.table} list={list} />
        ))}
      </ul>
      <p>
        {waiting === 0 ? 'No change of yours waits' : `${changesText(waiting)} of yours ${waiting === 1 ? 'waits' : 'wait'}`} to be sent.{' '}
        {requests === 0 ? 'No request' : requests === 1 ? '1 request' : `${requests} requests`} made on the website{' '}
        {requests > 1 ? 'wait' : 'waits'} on this device.
        {requests > 0 && ' Wiping the device leaves what visitors sent.'}
      </p>
    </Section>
  );
}

function ListLine({ list: { table, rows, pulledAt, waiting } }: { list: KeptList }) {
  return (
    <li className="flex flex-wrap justify-between gap-x-6 py-2">
      <span className="font-semibold text-heading">{NAMES[table]}</span>
      <span className="text-muted">
        {rows === 1 ? '1 row' : `${rows.toLocaleString('en-GB')} rows`},{' '}
        {pulledAt === null ? 'not complete yet' : `synced ${format(pulledAt, 'MMM dd, yyyy, HH:mm')}`}
        {waiting > 0 && `, ${changesText(waiting)} to send`}
      </span>
    </li>
  );
}
