import { announce } from './server/announcement.ts';
import { buildSite } from './site/build-site.ts';
import { runUntilStopped } from './server/lifecycle.ts';
import { listen } from './server/listen.ts';
import { PATHS } from './project-paths.ts';
import { sitePlace, startServer } from './server/server.ts';
import { siteListener } from './site/serve-site.ts';

await runUntilStopped(async (env, stop) => {
  await buildSite(stop);
  console.log('Starting …');
  if (env.hosted === null) {
    const server = await startServer(env);
    return { announcement: announce(server, env), close: server.close };
  }
  const site = siteListener(PATHS.dist);
  const listening = await listen(site, sitePlace(env));
  return { announcement: announce(listening, env), close: listening.close };
});
