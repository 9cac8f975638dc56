import { parseArgs } from 'node:util';
import { ALL, NIGHTLY, QUICK } from './stages.mjs';

/**
 * The stages chosen by the command line's arguments; without any, the quick ones. Throws on an
 * unknown argument or stage.
 * @param {string[]} args
 * @returns {import('./stages.mjs').StageGroup[]}
 */
export function chooseGroups(args) {
  const { values } = parseArgs({
    args,
    options: {
      all: { type: 'boolean' },
      nightly: { type: 'boolean' },
      stage: { type: 'string', multiple: true },
    },
  });
  if (values.stage)
    return values.stage.flatMap((names) => names.split(' ').map((name) => [findStage(name)]));
  if (values.nightly) return [...NIGHTLY];
  return values.all ? [...ALL] : [...QUICK];
}

/** @param {string} name */
function findStage(name) {
  const stages = [...new Set([...QUICK, ...NIGHTLY].flat())];
  const stage = stages.find((one) => one.name === name);
  if (stage) return stage;
  throw new Error(
    `There is no stage ${name}. The stages are ${stages.map((one) => one.name).join(', ')}.`,
  );
}
