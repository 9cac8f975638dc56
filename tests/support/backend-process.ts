/**
 * The embedded backend in its own process, controlled over IPC, so that a test can kill it like a
 * power cut.
 */
import { parseEnv } from '../../supabase/local/settings.ts';
import { startServer } from '../../supabase/local/server/server.ts';
import { siteListener } from '../../supabase/local/site/serve-site.ts';
import type { BackendQuery, BackendReply } from './backend.ts';

/** The folder of another build, in place of the checkout's own. */
const { SITE_DIR } = process.env;

const server = await startServer(
  parseEnv(process.env),
  SITE_DIR === undefined ? undefined : siteListener(SITE_DIR),
);

const reply = (message: BackendReply) => process.send?.(message);

process.on('message', (message: BackendQuery) => {
  server.database
    .query(message.sql, message.params)
    .then((rows) => reply({ kind: 'rows', id: message.id, rows }))
    .catch((error: unknown) => reply({ kind: 'failed', id: message.id, message: String(error) }));
});

process.on('disconnect', () => {
  void server.close().finally(() => process.exit());
});

reply({ kind: 'ready', url: server.url, inboxUrl: server.inboxUrl });
