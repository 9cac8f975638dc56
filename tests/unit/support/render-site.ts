import { vi } from 'vitest';

type Company = typeof import('../../../src/site/content/company.ts').COMPANY;

/** The site's pages as the build writes them, for a company with other facts. */
export async function renderSite(facts: Partial<Company> = {}) {
  vi.resetModules();
  vi.doMock('../../../src/site/content/company.ts', async (importOriginal) => {
    const original = await importOriginal<typeof import('../../../src/site/content/company.ts')>();
    return { ...original, COMPANY: { ...original.COMPANY, ...facts } };
  });
  return import('../../../src/app/entry-server.tsx');
}
