import { startInbox, type Inbox } from './inbox.ts';
import { ADMIN } from './office.ts';
import { startProxy, type Proxy } from './proxy.ts';
import { startServer, type Server } from './server.ts';

/** A run's servers. Several runs with different seeds may share them. */
export interface Site {
  inbox: Inbox;
  server: Server;
  proxy: Proxy;
  close(): Promise<void>;
}

/** Starts the office's mail server, the backend, and the proxy in front of it. */
export async function openSite(seed: number, env: Record<string, string> = {}): Promise<Site> {
  const inbox = await startInbox(seed);
  const mail = { SMTP_HOST: '127.0.0.1', SMTP_PORT: String(inbox.port) };
  const server = await startServer({
    ...mail,
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    ...env,
  });
  const proxy = await startProxy({ target: server.url, killServer: () => server.kill() });
  const close = async () => {
    await proxy.close();
    await server.close();
    await inbox.close();
  };
  return { inbox, server, proxy, close };
}
