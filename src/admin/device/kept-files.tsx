import type { DeviceStorage } from '../../runtime/storage.ts';
import { Section } from './section.tsx';

/** By how a cache's name begins. */
const NAMES: readonly (readonly [prefix: string, text: string])[] = [
  ['workbox-precache', 'Pages and scripts'],
  ['portal-', 'The portal’s own files'],
  ['site-pictures-', 'The website’s pictures'],
  ['public-reads-', 'Public lists'],
  ['public-pictures-', 'Gallery pictures and portraits'],
];

const describe = (name: string) => NAMES.find(([prefix]) => name.startsWith(prefix))?.[1] ?? name;

/** What the worker keeps: public files alone, nothing of anybody's. */
export function KeptFiles({ caches }: { caches: DeviceStorage['caches'] }) {
  return (
    <Section title="Files">
      <p>{caches.length === 0 ? 'No file is kept: this device needs a connection to open the portal.' : 'Public files, so that pages open without a connection. Nothing personal is among them.'}</p>
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
