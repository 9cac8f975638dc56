import path from 'node:path';
import { PATHS } from '../local/project-paths.ts';
import { StartError } from '../local/start-error.ts';
import { replacePictures } from './replace-pictures.ts';
import { runCommand } from './run-command.ts';

const USAGE = `Replaces the site's pictures by the photographs in a folder, each named after its picture (docs/pictures.md).

  npm run photographs -- FOLDER`;

await runCommand(async (args) => {
  const [folder, ...others] = args;
  if (folder === undefined || others.length > 0) throw new StartError(USAGE);
  const replaced = await replacePictures(
    path.resolve(folder),
    path.join(PATHS.root, 'src/site/art'),
  ).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new StartError(`There is no folder ${folder}.`);
    throw error;
  });
  if (replaced.length === 0) return `There is no photograph in ${folder}.`;
  return [
    ...replaced.map(
      ({ file, photograph, isSmall }) =>
        `${file} is now ${photograph}${isSmall ? ', which is small and looks soft' : ''}.`,
    ),
    'Now describe each photograph: its alternative text stands beside its import (docs/pictures.md).',
  ].join('\n');
});
