import type { Entity } from '../../src/core/domain/entities.ts';
import { SUBMISSION_TABLES } from '../../src/core/domain/submission.ts';
import { RETENTION_MONTHS } from '../../src/core/domain/retention.ts';
import type { ProjectApi } from '../functions/_shared/project-api.ts';
import {
  countSubmissions,
  removeDeletedFiles,
  sumOfSubmissions,
  type DeletedSubmissions,
} from './deleted-submissions.ts';
import { onProject, runCommand } from './run-command.ts';
import { StartError } from '../local/start-error.ts';

const USAGE = `How long bookings, applications and messages are kept: for good, unless a number of months is set. The
schedule deletes older records each hour.

  npm run retention                          lists the due records, and deletes nothing
  npm run retention -- --apply               deletes the due records for good, with files and alerts
  npm run retention -- set                   keeps each for as long as the privacy page says
  npm run retention -- set TABLE MONTHS      keeps TABLE for that many months, 1 to 600; off: for good
                                             TABLE: ${SUBMISSION_TABLES.join(', ')}`;

interface Rule {
  target: string;
  months: number | null;
  due: number;
}

/** The periods that the privacy page promises. */
const PROMISED: Readonly<Record<string, number>> = RETENTION_MONTHS;
/** Rows per table and transaction, because all other writers wait for the lock meanwhile. */
const BATCH = 200;

async function describeRules(project: ProjectApi): Promise<string> {
  const rules = (await project.call('retention')) as Rule[];
  const lines = rules.map(({ target, months, due }) => {
    const promise =
      months === PROMISED[target] ? '' : ` (the privacy page says ${PROMISED[target]} months)`;
    return months === null
      ? `${target}: kept for good${promise}`
      : `${target}: kept for ${months} months${promise}; ${due} older`;
  });
  const isDue = rules.some(({ due }) => due > 0);
  return [
    ...lines,
    ...(isDue
      ? [
          'Nothing was deleted. The schedule deletes the older records within hours; now:  npm run retention -- --apply',
        ]
      : []),
  ].join('\n');
}

async function apply(project: ProjectApi): Promise<string> {
  const deleted: DeletedSubmissions[] = [];
  const files: Awaited<ReturnType<typeof removeDeletedFiles>> = [];
  for (;;) {
    const gone = (await project.call('remove_expired', { at_most: BATCH })) as DeletedSubmissions;
    if (sumOfSubmissions(gone) === 0) break;
    deleted.push(gone);
    files.push(...(await removeDeletedFiles(project, gone)));
  }
  const sumOf = (table: Entity) => deleted.reduce((sum, gone) => sum + (gone[table] ?? 0), 0);
  const sums = Object.fromEntries(SUBMISSION_TABLES.map((table) => [table, sumOf(table)]));
  const text = [`Deleted ${countSubmissions(sums)}.`, ...files.map(({ text }) => text)].join('\n');
  if (files.some(({ isLeft }) => isLeft)) throw new StartError(text);
  return text;
}

async function set(
  project: ProjectApi,
  rules: Readonly<Record<string, number | null>>,
): Promise<string> {
  for (const [target, months] of Object.entries(rules))
    await project.call('set_retention', { _target: target, _months: months });
  return describeRules(project);
}

function readMonths(arg: string | undefined): number | null | undefined {
  if (arg === 'off') return null;
  const months = Number(arg);
  return /^\d+$/.test(arg ?? '') && months >= 1 && months <= 600 ? months : undefined;
}

await runCommand(async (args) => {
  const [command, target, period] = args;
  const months = readMonths(period);
  if (args.length === 0) return onProject(({ project }) => describeRules(project));
  if (args.length === 1 && command === '--apply') return onProject(({ project }) => apply(project));
  if (args.length === 1 && command === 'set')
    return onProject(({ project }) => set(project, PROMISED));
  if (
    args.length !== 3 ||
    command !== 'set' ||
    target === undefined ||
    !Object.hasOwn(PROMISED, target) ||
    months === undefined
  ) {
    throw new StartError(USAGE);
  }
  return onProject(({ project }) => set(project, { [target]: months }));
});
