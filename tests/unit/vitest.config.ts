import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { name: 'unit', root: import.meta.dirname, include: ['**/*.test.ts'], setupFiles: ['./indexed-db.ts'], restoreMocks: true },
});
