/**
 * Builds the site into a folder as a later release of it: the same sources, but for a mark in every page and in what the
 * pages and the portal load.
 */
import { build, type Plugin } from 'vite';

const MARKED =
  /\/src\/(main\.tsx|portal\.tsx|site\/about\/about-page\.tsx|admin\/login\/login-page\.tsx|admin\/bookings\/bookings-page\.tsx)$/;

const mark: Plugin = {
  name: 'mark-release',
  transform: (code, id) => (MARKED.test(id) ? `${code}\nglobalThis.release = 'next';` : null),
  transformIndexHtml: () => [{ tag: 'meta', attrs: { name: 'release', content: 'next' } }],
};

await build({
  root: process.cwd(),
  logLevel: 'error',
  plugins: [mark],
  build: { outDir: String(process.argv[2]), emptyOutDir: true },
});
