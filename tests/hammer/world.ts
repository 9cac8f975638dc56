import type { Start } from '../support/backend.ts';
import type { Core } from './core.ts';
import { startInbox, type Inbox } from './inbox.ts';
import { ADMIN, makeAdministrator, OfficeCalls } from './office-calls.ts';
import { startProxy, type Proxy } from './proxy.ts';
import { createPositions, type Positions } from './positions.ts';
import { startServer, type Server } from './server.ts';
import { Tally } from './tally.ts';

/** The server process with its mail server, behind a proxy that lies. Several runs with different seeds may share it. */
export interface Site {
  inbox: Inbox;
  server: Server;
  proxy: Proxy;
  /** The first administrator's requests. */
  office: OfficeCalls;
  positions: Positions;
  close(): Promise<void>;
}

/** The surroundings that all actors of a run share. */
export interface World extends Site {
  seed: number;
  core: Core;
  faults: Tally;
  crashes: Tally;
  /** Figures that are not the product's faults. */
  remarks: Tally;
  /** The time at which devices begin, within a day, in ms; fixed by default, so that no run depends on the date. */
  beginning?: number;
}

/** Opens a site; `first`: its server's first start. */
export async function openSite(
  seed: number,
  env: Record<string, string> = {},
  first: Start = {},
): Promise<Site> {
  const inbox = await startInbox(seed);
  const mail = { SMTP_HOST: '127.0.0.1', SMTP_PORT: String(inbox.port) };
  const server = await startServer(
    { ...mail, ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password, ...env },
    first,
  );
  const proxy = await startProxy({ target: server.url, killServer: () => server.kill() });
  const office = new OfficeCalls(server, await makeAdministrator(server, ADMIN.email));
  const close = async () => {
    await proxy.close();
    await server.close();
    await inbox.close();
  };
  return { inbox, server, proxy, office, positions: await createPositions(server), close };
}

export const openWorld = (
  site: Site,
  facts: Pick<World, 'seed' | 'core' | 'beginning'>,
): World => ({
  ...{ faults: new Tally(), crashes: new Tally(), remarks: new Tally() },
  ...site,
  ...facts,
});
