import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { Device } from './device.ts';
import { visit, type Visit } from './visit.ts';

/** Makes the visit, and returns the folder of the browser's profile with the worker installed. */
async function makeInstalledProfile(
  siteUrl: string,
  what: Visit,
  inShell: boolean,
): Promise<string> {
  const device = await Device.create({ siteUrl, inShell });
  await visit(device, what);
  const profile = await device.leaveProfile();
  // These files name the process that uses the profile, and would block a browser on a copy.
  const locks = (await readdir(profile)).filter((name) => name.startsWith('Singleton'));
  await Promise.all(locks.map((name) => rm(path.join(profile, name))));
  return profile;
}

/** A profile with the site installed, in the full browser or its shell; made on first use. */
export type InstalledProfile = (what: Visit, inShell: boolean) => Promise<string>;

/** Provides such profiles of the site at `siteUrl`, and removes them afterwards. */
export async function useProfiles(
  siteUrl: () => Promise<string>,
  use: (installedProfile: InstalledProfile) => Promise<void>,
): Promise<void> {
  const made = new Map<string, Promise<string>>();
  await use((what, inShell) => {
    const kind = `${what} ${inShell}`;
    const profile =
      made.get(kind) ?? siteUrl().then((url) => makeInstalledProfile(url, what, inShell));
    made.set(kind, profile);
    return profile;
  });
  for (const profile of made.values())
    await rm(await profile, { recursive: true, force: true, maxRetries: 5 });
}
