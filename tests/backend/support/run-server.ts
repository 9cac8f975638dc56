import { announce } from '../../../supabase/local/server/announcement.ts';
import { runUntilStopped } from '../../../supabase/local/server/lifecycle.ts';
import { startServer } from '../../../supabase/local/server/server.ts';

await runUntilStopped(async (env) => {
  const server = await startServer(env);
  return { announcement: announce(server, env), close: server.close };
});
