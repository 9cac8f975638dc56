import { Suspense } from 'react';
import { Card } from '../../ui/card.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { COMPANY } from '../content/company.ts';
import { DeferredForm, deferredForm } from '../forms/deferred-form.tsx';
import { FormPage } from '../forms/form-page.tsx';
import { bindNothing, FormShell, NoCharacters } from '../forms/form-shell.tsx';
import { deferred } from '../layout/deferred.ts';
import { HAS_PROFILES, SocialLinks } from '../layout/contact-list.tsx';
import { PageHead, PageTitle } from '../layout/page-head.tsx';
import { ContactFields } from './contact-fields.tsx';
import { PaisleyMap } from './paisley-map.tsx';
import type { Elements } from '../../ui/elements.ts';

const linkClass =
  'inline-flex wrap-anywhere min-h-9 pointer-coarse:min-h-11 items-center underline-offset-4 hover:underline';

function ContactCard({
  icon,
  title,
  children,
}: {
  icon: IconName;
  title: string;
  children: Elements;
}) {
  return (
    <li className="flex items-start gap-4 rounded-3xl border border-line bg-surface p-5 shadow-card sm:p-6">
      <span className="grid size-12 shrink-0 place-items-center rounded-2xl bg-tint text-brand">
        <Icon name={icon} className="size-6" />
      </span>
      <div className="min-w-0">
        <h2 className="text-base font-bold">{title}</h2>
        {children}
      </div>
    </li>
  );
}

const { hours, postalAddress } = COMPANY;
const { street, town, postcode } = postalAddress;
const STREET = street && `${street}, ${town} ${postcode}`.trim();

/** The three ways to reach the company. */
function ContactCards() {
  return (
    <ul className="grid gap-4 md:grid-cols-3">
      <ContactCard icon="phone" title="Phone">
        <a href={COMPANY.phoneLink} className={linkClass}>
          {COMPANY.phone}
        </a>
        {hours.phone && <p className="text-sm">{hours.phone}</p>}
      </ContactCard>
      <ContactCard icon="mail" title="Email">
        <a href={`mailto:${COMPANY.email}`} className={linkClass}>
          {COMPANY.email}
        </a>
        <p className="text-sm">{`We answer within ${COMPANY.answersWithin}.`}</p>
      </ContactCard>
      <ContactCard icon="pin" title="Address">
        <p className="flex min-h-9 items-center">{COMPANY.address}</p>
        {STREET && <p className="text-sm">{STREET}</p>}
      </ContactCard>
    </ul>
  );
}

/** The message form while its code loads. */
function ContactShell() {
  return (
    <FormShell submitLabel="Send Message">
      <ContactFields
        bind={bindNothing('contact')}
        disabled
        messageCount={<NoCharacters of="message" />}
      />
    </FormShell>
  );
}

const AreaCheck = deferred(() => import('./area-check.tsx'));
const ContactForm = deferredForm(() => import('./contact-form.tsx'));

export default function ContactPage() {
  return (
    <FormPage>
      <PageHead
        title="Get In Touch"
        description="Call, write or send a message. We clean in and around Glasgow."
      />
      <PageTitle title="Get In Touch">
        A question, a quote, or something we should know? Call us or drop us a line.
      </PageTitle>
      <div className="mx-auto grid max-w-6xl gap-8 px-4 pt-8 pb-14 sm:px-6 lg:pt-12 lg:pb-24">
        <ContactCards />
        {COMPANY.areas.length > 0 && (
          <Suspense>
            <AreaCheck />
          </Suspense>
        )}
        <div className="grid items-start gap-8 lg:grid-cols-2">
          <Card>
            <h2 className="mb-6 text-2xl font-bold">Send us a message</h2>
            <DeferredForm shell={<ContactShell />}>
              <ContactForm />
            </DeferredForm>
          </Card>
          <div className="grid gap-8">
            <section>
              <h2 className="sr-only">Where we are</h2>
              <PaisleyMap />
            </section>
            {HAS_PROFILES && (
              <section className="rounded-3xl bg-tint p-6 sm:p-8">
                <h2 className="mb-4 text-xl font-bold">Follow us</h2>
                <SocialLinks />
              </section>
            )}
          </div>
        </div>
      </div>
    </FormPage>
  );
}
