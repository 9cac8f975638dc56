import type { RequestListener } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { serveSite } from './serve-site.ts';

/** `serveSite` for a Node server. */
export function siteListener(dist: string): RequestListener {
  return getRequestListener(serveSite(dist), { overrideGlobalObjects: false });
}
