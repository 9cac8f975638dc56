import { check, markKnown, ok, runCheck, unchecked, wrong, type Line } from './check.ts';
import { MAIL_CHECKS } from './check-mail.ts';
import { OF_STATE, PROJECT_CHECKS } from './check-project.ts';
import { SCHEDULE_CHECKS } from './check-schedule.ts';
import { SITE_CHECKS } from './check-site.ts';
import type { Project } from './project.ts';

const LATEST_BACKUP_MS = 48 * 60 * 60 * 1000;

const BACKUP_CHECKS = [
  check({
    name: 'epoch',
    // A restored database under the same epoch: portals would mistake old rows for new ones (docs/decisions/0027-watch.md).
    ...OF_STATE,
    expect: ({ epoch, revision, is_restored: isRestored }) => {
      if (epoch === null)
        return wrong('the database has none', 'restore the whole database, then npm run restored');
      if (revision.last < revision.greatest)
        return wrong(
          'rows have greater revisions than the database would assign next',
          `in the SQL editor: select setval('private.revision', ${revision.greatest});\nnpm run restored`,
        );
      return isRestored
        ? wrong(
            'it began on another server: a backup was restored, or PostgreSQL was upgraded',
            'after a restore: npm run restored\nafter an upgrade, in the SQL editor: update private.sync_epoch set server = default;',
          )
        : ok('it began on this server: no backup was restored since');
    },
  }),
  check({
    name: 'backups',
    ...OF_STATE,
    expect: ({ last_backup: last }, { now }) => {
      const remedy = 'npm run backup -- make FOLDER, each night';
      if (last === null)
        return unchecked(
          'none by npm run backup; the platform’s are without the files: docs/production.md, "Backup, and the drill"',
          remedy,
        );
      const found = `the last one by npm run backup is of ${last.slice(0, 16)}`;
      return now - Date.parse(last) > LATEST_BACKUP_MS ? wrong(found, remedy) : ok(found);
    },
  }),
];

/** In the order of the guide. */
export const CHECKS = [
  ...PROJECT_CHECKS,
  ...SCHEDULE_CHECKS,
  ...MAIL_CHECKS,
  ...SITE_CHECKS,
  ...BACKUP_CHECKS,
];

/** Runs all checks. Changes nothing but the list of the site's releases and the heartbeat. */
export async function checkAll(project: Project): Promise<Line[]> {
  const lines: Line[] = [];
  for (const each of CHECKS) lines.push(await runCheck(each, project));
  return markKnown(lines, project.state?.known ?? {});
}
