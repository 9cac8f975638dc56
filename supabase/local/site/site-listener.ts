import type { RequestListener } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { serveSite } from './serve-site.ts';

/** `serveSite` for a Node server. */
export function siteListener(dist: string, backend: string | null): RequestListener {
  return getRequestListener(serveSite(dist, backend), { overrideGlobalObjects: false });
}
