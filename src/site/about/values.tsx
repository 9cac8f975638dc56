import { Icon } from '../../ui/icon.tsx';
import { VALUES } from '../content/about.ts';

export function Values() {
  return (
    <section>
      <h2 className="text-3xl font-extrabold sm:text-4xl">Our Values</h2>
      <ul className="mt-8 grid gap-6 md:grid-cols-3">
        {VALUES.map(({ icon, title, text }) => (
          <li key={title} className="rounded-3xl border border-line bg-surface p-6 shadow-card sm:p-8">
            <span className="grid size-14 place-items-center rounded-2xl bg-tint text-brand">
              <Icon name={icon} className="size-7" />
            </span>
            <h3 className="mt-5 text-xl font-bold">{title}</h3>
            <p className="mt-2">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
