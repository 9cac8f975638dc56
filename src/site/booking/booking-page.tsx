import { Card } from '../../ui/card.tsx';
import { CheckList } from '../../ui/check-list.tsx';
import { SERVICE_TYPES } from '../../core/domain/booking-choices.ts';
import { PRICED_TYPES, priceText } from '../content/price-texts.ts';
import { COMPANY } from '../content/company.ts';
import { DeferredForm, deferredForm } from '../forms/deferred-form.tsx';
import { FormPage } from '../forms/form-page.tsx';
import { bindNothing, FormShell, NoCharacters } from '../forms/form-shell.tsx';
import { ContactList } from '../layout/contact-list.tsx';
import { Faq } from '../layout/faq.tsx';
import { PageHead, PageTitle } from '../layout/page-head.tsx';
import { WhatHappensNext } from '../layout/steps.tsx';
import { BookingFields } from './booking-fields.tsx';

/** The booking form while its code loads. */
function BookingShell() {
  return (
    <FormShell submitLabel="Submit Booking Request">
      <BookingFields
        bind={bindNothing('booking')}
        disabled
        notesCount={<NoCharacters of="notes" />}
      />
    </FormShell>
  );
}

const PROMISES = [COMPANY.visits.team, COMPANY.insurance, COMPANY.visits.price].filter(
  (promise) => promise !== '',
);

/** The price of each service. Hidden when the owner has set no prices. */
function Prices() {
  if (PRICED_TYPES.length === 0) return null;
  return (
    <section className="rounded-3xl bg-sand p-6">
      <h2 className="text-xl font-bold">What it costs</h2>
      <p className="mt-2">Where our prices begin.</p>
      <dl className="mt-4 grid gap-3">
        {PRICED_TYPES.map((type) => (
          <div key={type} className="flex flex-wrap justify-between gap-x-4">
            <dt className="font-semibold text-heading">{SERVICE_TYPES[type]}</dt>
            <dd>{priceText(type)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** The steps, the prices and the ways to call, beside the form. */
function Beside() {
  return (
    <div className="lg:sticky lg:top-24 grid gap-8">
      <section className="rounded-3xl bg-tint p-6">
        <WhatHappensNext />
        {PROMISES.length > 0 && (
          <>
            <h3 className="mt-6 mb-3 font-bold">What you can count on</h3>
            <CheckList items={PROMISES} />
          </>
        )}
      </section>
      <Prices />
      <section className="rounded-3xl bg-sand p-6">
        <h2 className="mb-3 text-xl font-bold">Prefer to talk?</h2>
        {COMPANY.hours.phone && <p className="mb-3">{COMPANY.hours.phone}</p>}
        <ContactList />
      </section>
    </div>
  );
}

const BookingForm = deferredForm(() => import('./booking-form.tsx'));

export default function BookingPage() {
  return (
    <FormPage>
      <PageHead
        title="Book a Service"
        description={`Request a cleaning: choose the service, the day and the time. ${COMPANY.called}`}
      />
      <PageTitle title="Book a Service">
        {`Tell us what needs cleaning and when. ${COMPANY.called} All fields are required except those marked as optional.`}
      </PageTitle>
      <div className="mx-auto grid max-w-6xl items-start gap-8 px-4 pt-8 pb-14 sm:px-6 lg:grid-cols-[1fr_20rem] lg:pt-12 lg:pb-24">
        <Card>
          <DeferredForm shell={<BookingShell />}>
            <BookingForm />
          </DeferredForm>
        </Card>
        <Beside />
      </div>
      <Faq />
    </FormPage>
  );
}
