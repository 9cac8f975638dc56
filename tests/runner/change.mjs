/**
 * `node tests/runner/change.mjs COMMIT`, for the workflow: prints the jobs for the changes since
 * that commit, as JSON; without a commit all of them. `.ci/run` never asks.
 */
import { execFileSync } from 'node:child_process';
import { ALL } from './stages.mjs';

/** Stages that share a checkout, and so a build of the site. @type {readonly string[][]} */
const TOGETHER = [
  ['lint', 'types', 'unit'],
  ['database', 'backend'],
  ['build', 'screens', 'browser', 'update'],
  ['deno', 'hammer'],
  ['commands'],
];

const LANDING = ALL.flat().map(({ name }) => name);

/** The stages that can fail on a change of such files alone. */
const ABOUT = [
  { paths: /^(docs\/|[A-Z]+\.md$)/, stages: ['lint', 'unit'] },
  {
    paths: /^build\/|^vite\.config\.ts$/,
    stages: ['lint', 'types', 'unit', 'build', 'browser', 'update'],
  },
  {
    paths: /^(supabase|tests)\/commands\//,
    stages: ['lint', 'types', 'unit', 'commands'],
  },
];

/**
 * The jobs for a change of these files: each is the names of its stages. Files without an entry need
 * every stage of a landing, and so does a change of nothing.
 * @param {readonly string[]} files
 * @returns {string[]}
 */
export function jobsOf(files) {
  const needs = files.map((file) => ABOUT.find(({ paths }) => paths.test(file))?.stages ?? LANDING);
  const needed = new Set(needs.length === 0 ? LANDING : needs.flat());
  return TOGETHER.map((stages) => stages.filter((stage) => needed.has(stage)).join(' ')).filter(
    Boolean,
  );
}

if (process.argv[1] === import.meta.filename) {
  const base = process.argv[2];
  const files = base
    ? execFileSync('git', ['diff', '--name-only', `${base}...HEAD`], { encoding: 'utf8' })
    : '';
  console.log(`stages=${JSON.stringify(jobsOf(files.split('\n').filter(Boolean)))}`);
}
