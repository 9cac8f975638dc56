import { Icon } from '../../ui/icon.tsx';

/** What the company wants to be, and what it does for it every day. */
export function Purpose() {
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <section className="rounded-[2rem] bg-tint p-8 sm:p-10">
        <Icon name="eye" className="size-9 text-brand" />
        <h2 className="mt-4 text-2xl font-bold sm:text-3xl">Our Vision</h2>
        <p className="mt-3 text-lg">
          To be the cleaning company that people in and around Glasgow recommend to a friend without having to think about it.
        </p>
      </section>
      <section className="rounded-[2rem] bg-sand p-8 sm:p-10">
        <Icon name="target" className="size-9 text-brand" />
        <h2 className="mt-4 text-2xl font-bold sm:text-3xl">Our Mission</h2>
        <p className="mt-3 text-lg">
          To give every home and every business a professional, reliable and eco-friendly clean: on the agreed day, to the
          agreed standard, by people you are glad to let in.
        </p>
      </section>
    </div>
  );
}
