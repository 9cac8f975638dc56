import { ContactList } from '../layout/contact-list.tsx';

const STEPS = [
  'Your request is kept on this device first, so that nothing is lost if the connection fails.',
  'It is sent at once, or by itself as soon as there is a connection.',
  'We contact you to confirm the day and the price.',
];

export function WhatHappensNext() {
  return (
    <aside className="grid gap-8 lg:sticky lg:top-24">
      <section className="rounded-3xl bg-tint p-6">
        <h2 className="text-xl font-bold">What happens next</h2>
        <ol className="mt-4 grid gap-4">
          {STEPS.map((step, i) => (
            <li key={step} className="flex gap-3">
              <span aria-hidden="true" className="grid size-7 shrink-0 place-items-center rounded-full bg-brand text-sm font-bold text-on-brand">
                {i + 1}
              </span>
              {step}
            </li>
          ))}
        </ol>
      </section>
      <section className="rounded-3xl bg-sand p-6">
        <h2 className="mb-3 text-xl font-bold">Rather talk to us?</h2>
        <ContactList />
      </section>
    </aside>
  );
}
