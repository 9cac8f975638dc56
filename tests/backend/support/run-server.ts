import { announce } from '../../../supabase/local/announcement.ts';
import { runUntilStopped } from '../../../supabase/local/lifecycle.ts';
import { startServer } from '../../../supabase/local/server.ts';

await runUntilStopped(async (env) => {
  const server = await startServer(env);
  return { announcement: announce(server, env), failed: server.failed, close: server.close };
});
