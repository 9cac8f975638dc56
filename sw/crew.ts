import { preparePhoto } from '../src/core/pictures/prepare-photo.ts';
import type { CrewPorts } from '../src/core/mutations/crew-report.ts';
import { pullCrewSheet } from '../src/core/replica/pull-crew-sheet.ts';
import { createSupabaseCrewBackend } from '../src/core/server/supabase-crew-backend.ts';
import { endRegistration, forgetEnded, readSecret } from '../src/core/store/crew-store.ts';
import { db } from './database.ts';
import { env } from './env.ts';

const backend = createSupabaseCrewBackend(env);

export const crewPorts: Omit<CrewPorts, 'place'> = {
  crew: backend,
  readSecret: () => readSecret(db),
  onEnded: (secret) => endRegistration(db, secret),
  preparePhoto,
};

/** Deletes a sheet that has ended, with or without a connection. Never rejects. */
export const forgetEndedSheet = (): Promise<void> =>
  forgetEnded(db, Date.now()).catch((error: unknown) =>
    console.warn('The crew’s sheet could not be checked:', error),
  );

/** Replaces the sheet after a push, also with every page closed. Never rejects. */
export async function renewSheet(): Promise<void> {
  await forgetEndedSheet();
  await pullCrewSheet(db, backend, () => Date.now()).catch((error: unknown) =>
    console.warn('The crew’s sheet could not be renewed:', error),
  );
}
