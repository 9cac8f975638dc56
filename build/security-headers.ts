import { createHash } from 'node:crypto';

/** Scripts that run; data (JSON, JSON-LD) does not. */
const INLINE_SCRIPT = /<script(?![^>]*(?:\bsrc=|\bjson"))[^>]*>([\s\S]*?)<\/script>/g;
/** The interactive map, which loads on a tap. */
const MAP = 'https://www.openstreetmap.org';

const hashOf = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

/** One policy for all pages; their inline scripts run by their hashes. */
function contentSecurityPolicy(pages: readonly string[], backend: string | null): string {
  const scripts = pages.flatMap((html) => [...html.matchAll(INLINE_SCRIPT)].map(([, script = '']) => hashOf(script)));
  const elsewhere = backend === null ? '' : ` ${backend}`;
  return [
    "default-src 'self'",
    `script-src ${["'self'", ...new Set(scripts)].join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob:${elsewhere}`,
    `connect-src 'self'${elsewhere}`,
    `frame-src ${MAP}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** The headers of everything on the site. `pages` are the texts of its pages; `backend` is the origin of a Supabase elsewhere. */
export const securityHeaders = (pages: readonly string[], backend: string | null): Record<string, string> => ({
  'content-security-policy': contentSecurityPolicy(pages, backend),
  'referrer-policy': 'strict-origin-when-cross-origin',
  'strict-transport-security': 'max-age=31536000',
  'x-content-type-options': 'nosniff',
});
