import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { Device } from './device.ts';
import { visit, type Visit } from './visit.ts';

/** Makes the visit, and returns the folder of the browser's profile with the worker installed. */
export async function makeInstalledProfile(
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

export const forgetProfile = (profile: string): Promise<void> =>
  rm(profile, { recursive: true, force: true, maxRetries: 5 });
