import { format } from 'date-fns';
import { ENTITIES, rowsName, type ReplicaTable } from '../../core/domain/entities.ts';
import type { DeviceStorage } from '../../runtime/storage.ts';
import type { DeviceLists, DeviceList, PersistAnswer } from './this-device.ts';
import { countText } from '../../ui/count-text.ts';
import { formatBytes } from '../../ui/format-bytes.ts';
import { smallButtonClass } from '../../ui/button.ts';
import { passFocusOn } from '../../ui/page-change.ts';
import { AttentionLink, attentionText } from '../layout/attention-link.tsx';
import { changesText } from '../layout/sync-status.tsx';
import { Section } from './section.tsx';
import { STORED_FOR_STAFF } from './stored-data.ts';

interface StorageSpaceProps {
  storage: DeviceStorage;
  answer: PersistAnswer;
  onAsk: () => Promise<void>;
}

/** The space in use, and whether the browser may clear it. */
export function StorageSpace({
  storage: { usage, quota, isPersisted },
  answer,
  onAsk,
}: StorageSpaceProps) {
  return (
    <Section title="Space">
      <p>
        {usage === null || quota === null
          ? 'This browser does not say how much space is used.'
          : `${formatBytes(usage)} used of the ${formatBytes(quota)} this browser allows.`}
      </p>
      <p role="status">
        <span>
          {isPersisted
            ? 'Protected: the browser keeps it even when the device runs out of space.'
            : 'Not protected: when the device runs out of space, the browser may clear it, with what waits to be sent.'}
        </span>
        {answer === 'refused' && (
          <span>
            {' '}
            The browser did not agree this time. It is more likely to agree once the app is
            installed.
          </span>
        )}
      </p>
      {isPersisted === false && (
        <button
          ref={passFocusOn}
          type="button"
          className={smallButtonClass('secondary')}
          onClick={() => void onAsk()}
        >
          Protect it
        </button>
      )}
    </Section>
  );
}

/** Cache names, by their beginning. */
const NAMES: readonly (readonly [prefix: string, text: string])[] = [
  ['workbox-precache', 'Pages and scripts'],
  ['portal-', 'The portal’s own files'],
  ['site-pictures-', 'The website’s pictures'],
  ['public-reads-', 'Public lists'],
  ['public-pictures-', 'Gallery pictures and portraits'],
];

const describe = (name: string) => NAMES.find(([prefix]) => name.startsWith(prefix))?.[1] ?? name;

/** The worker's caches: public files only, no personal data. */
export function CachedFiles({ caches }: { caches: DeviceStorage['caches'] }) {
  return (
    <Section title="Files">
      <p>
        {caches.length === 0
          ? 'No file is kept: this device needs a connection to open the portal.'
          : 'Public files, so that pages open without a connection. Nothing personal is among them.'}
      </p>
      <ul className="grid w-full divide-y divide-line">
        {caches.map(({ name, entries }) => (
          <li key={name} className="flex flex-wrap justify-between gap-x-6 py-2">
            <span className="font-semibold text-heading">{describe(name)}</span>
            <span className="text-muted">{entries === 1 ? '1 file' : `${entries} files`}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

const nameOf = (table: ReplicaTable) =>
  table === 'alerts' ? 'Email alerts' : ENTITIES[table].many;

/** A list's rows as a noun in a sentence. */
function rowNamesOf(table: ReplicaTable) {
  if (table === 'alerts') return { singular: 'email alert', plural: 'email alerts' };
  const descriptor = ENTITIES[table];
  const plural = 'counted' in descriptor ? descriptor.counted : rowsName(table);
  return { singular: descriptor.one.toLowerCase(), plural: plural.toLowerCase() };
}

/** The lists readable without a connection, and the entries that wait to be sent. */
export function StoredLists({ stored: { lists, requests } }: { stored: DeviceLists }) {
  const waiting = lists.reduce((sum, list) => sum + list.waiting, 0);
  return (
    <Section title="Lists">
      <p>
        They can be read without a connection until you sign out, or until this device has gone
        seven days without checking that you may sign in.
      </p>
      <ul className="grid w-full divide-y divide-line">
        {lists.map((list) => (
          <ListLine key={list.table} list={list} />
        ))}
      </ul>
      <AttentionLink className="inline-flex min-h-11 items-center gap-1.5 font-semibold text-danger underline underline-offset-4" />
      <p>
        <span>{`You have ${waiting === 0 ? 'no changes' : changesText(waiting)} waiting to be sent. `}</span>
        <span>{requestsText(requests)}</span>
        {requests > 0 && <span> Wiping the device leaves what visitors sent.</span>}
      </p>
    </Section>
  );
}

function requestsText(count: number): string {
  const requests = count === 0 ? 'No requests' : count === 1 ? '1 request' : `${count} requests`;
  return `${requests} from the website ${count === 1 ? 'is' : 'are'} waiting on this device.`;
}

function ListLine({ list: { table, rows, pulledAt, waiting, refused } }: { list: DeviceList }) {
  const { singular, plural } = rowNamesOf(table);
  const rowsText = rows === 1 ? `1 ${singular}` : `${countText(rows)} ${plural}`;
  const synced =
    pulledAt === null ? 'not complete yet' : `synced ${format(pulledAt, 'EEE d MMM yyyy, HH:mm')}`;
  const unsent = waiting > 0 ? `, ${changesText(waiting)} to send` : '';
  const unresolved = refused > 0 ? `, ${attentionText(refused)}` : '';
  return (
    <li className="flex flex-wrap justify-between gap-x-6 py-2">
      <span className="font-semibold text-heading">{nameOf(table)}</span>
      <span className="text-muted">{`${rowsText} kept, ${synced}${unsent}${unresolved}`}</span>
    </li>
  );
}

/** The data on this device with its retention. */
export const StoredDataList = () => (
  <Section title="How long it is kept">
    <ul className="grid list-disc gap-2 pl-5">
      {STORED_FOR_STAFF.map(({ text }) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  </Section>
);
