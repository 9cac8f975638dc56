import { PATHS } from '../local/project-paths.ts';
import { parseEnv } from '../local/settings.ts';
import { StartError } from '../local/start-error.ts';
import { addFormerFiles } from './add-former-files.ts';
import { runCommand } from './run-command.ts';

const USAGE = `Adds the files of the release that the site serves now to dist, before dist is uploaded: open pages go on.

  npm run former-files   of the site at SITE_URL`;

await runCommand(async (args) => {
  const { siteUrl } = parseEnv(process.env);
  if (args.length > 0) throw new StartError(USAGE);
  if (siteUrl === null)
    throw new StartError(
      'SITE_URL is not set: it is the address of the site whose files are added. SITE_URL=https://www.example.com npm run former-files',
    );
  const { files, problem } = await addFormerFiles(siteUrl, PATHS.dist);
  const added = `Added ${files} files of the release before.`;
  return problem === null
    ? added
    : `Warning: ${problem} ${added} Pages that are open now may have to be loaded again. The upload goes on.`;
});
