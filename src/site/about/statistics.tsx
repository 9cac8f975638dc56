import { STATISTICS } from '../content/about.ts';

export function Statistics() {
  return (
    <section aria-label="In figures" className="rounded-[2rem] bg-footer px-6 py-10 text-footer-muted sm:px-10 lg:py-14">
      <dl className="grid grid-cols-2 gap-x-6 gap-y-10 lg:grid-cols-4">
        {STATISTICS.map(({ figure, label }) => (
          <div key={label} className="flex flex-col-reverse justify-end border-l-4 border-accent pl-5">
            <dt>{label}</dt>
            <dd className="text-4xl font-extrabold text-on-footer tabular-nums sm:text-5xl">{figure}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
