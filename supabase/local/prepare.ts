import { buildSite } from './build-site.ts';
import { readTemplate } from './database-template.ts';
import { migrationsOfProject } from './open-database.ts';

/** Does ahead of a first start what takes long: for an image, whose files its user may not write. */
await buildSite(new AbortController().signal);
await readTemplate(migrationsOfProject());
process.exit();
