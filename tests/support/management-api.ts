import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** The reference of the stand-in's only project. */
export const PROJECT_REF = 'abcdefghijklmnopqrst';

interface ManagementApi {
  url: string;
  /** The settings of Auth that the command line stored last; null for none. */
  storedAuth: Record<string, unknown> | null;
  close(): Promise<void>;
}

const PROJECT = {
  id: PROJECT_REF,
  ref: PROJECT_REF,
  organization_id: 'owner',
  organization_slug: 'owner',
  name: 'Website',
  region: 'eu-west-2',
  created_at: '2026-01-01T00:00:00Z',
  status: 'ACTIVE_HEALTHY',
  database: { host: 'db', version: '17', postgres_engine: '17', release_channel: 'ga' },
};
/** A new project’s settings, as far as config.toml has them. */
const CONFIG = { auth: { site_url: 'http://localhost:3000', disable_signup: false } };

/** Stands in for Supabase’s management API, as far as `supabase config push` asks it. */
export async function startManagementApi(): Promise<ManagementApi> {
  const state: Pick<ManagementApi, 'storedAuth'> = { storedAuth: null };
  const answers: Record<string, unknown> = {
    [`GET /v1/projects/${PROJECT_REF}`]: PROJECT,
    [`GET /v1/projects/${PROJECT_REF}/billing/addons`]: {
      selected_addons: [],
      available_addons: [],
    },
    [`GET /v2/projects/${PROJECT_REF}/config`]: {
      data: { type: 'project_config', id: PROJECT_REF, attributes: CONFIG },
    },
  };
  const server = createServer((incoming, outgoing) => {
    void text(incoming).then((body) => {
      const asked = `${incoming.method} ${incoming.url}`;
      if (asked === `PATCH /v1/projects/${PROJECT_REF}/config/auth`)
        state.storedAuth = JSON.parse(body) as Record<string, unknown>;
      const answer = answers[asked];
      outgoing
        .writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' })
        .end(JSON.stringify(answer ?? {}));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(state, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}
