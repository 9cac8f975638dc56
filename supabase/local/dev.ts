import { createServer } from 'vite';
import { announce } from './server/announcement.ts';
import { runUntilStopped } from './server/lifecycle.ts';
import { listen } from './server/listen.ts';
import { PATHS } from './project-paths.ts';
import { sitePlace, startServer } from './server/server.ts';

/** `npm run dev`: Vite with hot reload in front of the same backend. */
await runUntilStopped(async (env) => {
  const vite = await createServer({
    root: PATHS.root,
    server: { middlewareMode: true },
    appType: 'spa',
  });
  const server =
    env.hosted === null
      ? await startServer(env, vite.middlewares)
      : await listen(vite.middlewares, sitePlace(env));
  return {
    announcement: announce(server, env),
    async close() {
      await vite.close();
      await server.close();
    },
  };
});
