import { openDatabase } from '../../supabase/local/database/open-database.ts';

/** Creates the template for the tests' databases once, before several workers start. */
export default async function buildTemplate(): Promise<void> {
  const database = await openDatabase();
  await database.close();
}
