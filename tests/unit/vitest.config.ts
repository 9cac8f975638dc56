import { defineConfig } from 'vitest/config';

/** Pictures without files: the build's own plugin would encode them all. */
const noPictures = {
  name: 'no-pictures',
  enforce: 'pre' as const,
  resolveId: (id: string) => (id.endsWith('&picture') ? `\0${id}` : undefined),
  load: (id: string) =>
    id.endsWith('&picture')
      ? 'export default { stem: "picture", widths: [1], width: 1, height: 1 }'
      : undefined,
};

export default defineConfig({
  plugins: [noPictures],
  cacheDir: '../../node_modules/.vite/unit',
  test: {
    name: 'unit',
    root: import.meta.dirname,
    include: ['**/*.test.ts'],
    setupFiles: ['./indexed-db.ts'],
    restoreMocks: true,
    env: {
      VITE_SUPABASE_URL: 'https://project.example',
      VITE_SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_test',
    },
  },
});
