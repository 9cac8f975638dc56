import { openDatabase } from '../../../supabase/local/database/open-database.ts';

export default async function buildTemplate() {
  const database = await openDatabase();
  await database.close();
}
