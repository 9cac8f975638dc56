/** In place of the adapters of `src/core/server`: the ports of the present test's server. */
import { server } from './server.ts';

type Server = typeof server;

const portOf = (part: keyof Server) => () =>
  new Proxy({} as object, { get: (_, name) => Reflect.get(server[part], name) as unknown });

export const createSupabaseBackend = () =>
  new Proxy({} as object, {
    get: (_, name) => Reflect.get(server.visitors.backend, name) as unknown,
  });
export const createSupabaseAdminBackend = portOf('office');
export const createSupabaseAuth = portOf('auth');
export const createSupabaseTeamBackend = portOf('team');
export const createSupabasePushBackend = portOf('push');
export const createSupabaseCrewBackend = portOf('crew');
