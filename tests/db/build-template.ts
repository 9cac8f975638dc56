import { openDatabase } from '../../supabase/local/database/open-database.ts';

/** Builds the template that every test's database is unpacked from, before several workers would do it at once. */
export default async function buildTemplate(): Promise<void> {
  const database = await openDatabase();
  await database.close();
}
