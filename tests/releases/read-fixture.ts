import { readFileSync } from 'node:fs';
import type { Fixture } from './fixture.ts';

/** A device as the release of this folder left it. */
export const readFixture = (folder: string): Fixture =>
  JSON.parse(readFileSync(`${import.meta.dirname}/${folder}/device.json`, 'utf8')) as Fixture;
