import { vi } from 'vitest';
import type * as Content from '../../../src/site/content/company.ts';

/** The site's pages as the build renders them, for a company with other facts. */
export async function renderSite(facts: Partial<typeof Content.COMPANY> = {}) {
  vi.resetModules();
  vi.doMock('../../../src/site/content/company.ts', async (importOriginal) => {
    const original = await importOriginal<typeof Content>();
    return { ...original, COMPANY: { ...original.COMPANY, ...facts } };
  });
  return import('../../../src/app/entry-server.tsx');
}
