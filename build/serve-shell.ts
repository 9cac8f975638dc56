import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin } from 'vite';
import { ruleFor } from '../supabase/local/site/host-rules.ts';
import { composeShell } from './documents.ts';
import { PART_ENTRIES, type Part } from './part-files.ts';

/** Serves the shells of the parts at their addresses in development. */
export function serveShell(): Plugin {
  return {
    name: 'serve-shell',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const { pathname, search } = new URL(request.url ?? '/', 'http://localhost');
        const rule = ruleFor(pathname);
        const part: Part | null = rule ? 'portal' : pathname === '/crew' ? 'crew' : null;
        if (part === null) return next();
        if (rule?.status === 301)
          return response.writeHead(301, { location: rule.to + search }).end();
        readFile(path.join(server.config.root, 'index.html'), 'utf8')
          .then((template) =>
            composeShell({
              part,
              template,
              script: `/${PART_ENTRIES[part]}`,
              imported: [],
              styles: [],
              markup: '',
            }),
          )
          .then((html) => server.transformIndexHtml(pathname, html))
          .then((html) => response.setHeader('content-type', 'text/html').end(html))
          .catch(next);
      });
    },
  };
}
