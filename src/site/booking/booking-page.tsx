import { Card } from '../../ui/card.tsx';
import { LateForm, lateForm } from '../forms/late-form.tsx';
import { PageHead } from '../layout/page-head.tsx';
import { PageTitle } from '../layout/page-title.tsx';
import { BookingShell } from './booking-shell.tsx';
import { WhatHappensNext } from './what-happens-next.tsx';

const BookingForm = lateForm(() => import('./booking-form.tsx'));

export default function BookingPage() {
  return (
    <>
      <PageHead
        title="Book a Service"
        description="Request a cleaning: choose the service, the day and the time. We confirm by phone or e-mail."
      />
      <PageTitle title="Book a Service">
        Tell us what needs cleaning and when. We&rsquo;ll contact you to confirm. Every field is needed, except the notes.
      </PageTitle>
      <div className="mx-auto grid max-w-6xl items-start gap-8 px-4 pt-8 pb-14 sm:px-6 lg:grid-cols-[1fr_20rem] lg:pt-12 lg:pb-24">
        <Card>
          <LateForm shell={<BookingShell />}>
            <BookingForm />
          </LateForm>
        </Card>
        <WhatHappensNext />
      </div>
    </>
  );
}
