import { SAMPLES } from '../content/company.ts';
import { DATA_PROTECTION_SAMPLES } from '../content/data-protection.ts';

/** Says on every page that the company is a sample, while one of its facts is. */
export function SampleRibbon() {
  if (SAMPLES.length + DATA_PROTECTION_SAMPLES.length === 0) return null;
  return (
    <aside
      aria-label="About this site"
      className="bg-footer pt-[calc(0.375rem+env(safe-area-inset-top))] pr-[max(1rem,env(safe-area-inset-right))] pb-1.5 pl-[max(1rem,env(safe-area-inset-left))] text-center text-sm text-on-footer"
    >
      <p>Sample site: the company, its prices, pictures and reviews are made up.</p>
    </aside>
  );
}
