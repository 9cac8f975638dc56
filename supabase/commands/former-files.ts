import { PATHS } from '../local/project-paths.ts';
import { parseEnv } from '../local/settings.ts';
import { StartError } from '../local/start-error.ts';
import { addFormerFiles } from './add-former-files.ts';
import { runCommand } from './run-command.ts';

const USAGE = `Adds the files of the release that the site serves now to dist, before dist is uploaded: open pages go on.

  npm run former-files   of the site at SITE_URL`;

await runCommand(async (args) => {
  const { siteUrl } = parseEnv(process.env);
  if (args.length > 0 || siteUrl === null) throw new StartError(USAGE);
  const added = await addFormerFiles(siteUrl, PATHS.dist);
  return added === null
    ? 'The site serves no list of files: nothing to add.'
    : `Added ${added} files of the release before.`;
});
