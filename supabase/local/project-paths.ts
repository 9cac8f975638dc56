import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');

/** The project's folders and files, as absolute paths. */
export const PATHS = {
  root,
  migrations: path.join(root, 'supabase/migrations'),
  seed: path.join(root, 'supabase/seed.sql'),
  dist: path.join(root, 'dist'),
  cache: path.join(root, '.cache'),
};
