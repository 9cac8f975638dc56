import { Card } from '../../ui/card.tsx';
import { LateForm, lateForm } from '../forms/late-form.tsx';
import { PageHead } from '../layout/page-head.tsx';
import { PageTitle } from '../layout/page-title.tsx';
import { SocialLinks } from '../layout/social-links.tsx';
import { ContactCards } from './contact-cards.tsx';
import { ContactShell } from './contact-shell.tsx';
import { PaisleyMap } from './paisley-map.tsx';

const ContactForm = lateForm(() => import('./contact-form.tsx'));

export default function ContactPage() {
  return (
    <>
      <PageHead title="Get In Touch" description="Call us, write to us or send a message. We are in Paisley and clean in and around Glasgow." />
      <PageTitle title="Get In Touch">
        A question, a quote, or something we should know? Call, write, or send a message from here.
      </PageTitle>
      <div className="mx-auto grid max-w-6xl gap-8 px-4 pt-8 pb-14 sm:px-6 lg:pt-12 lg:pb-24">
        <ContactCards />
        <div className="grid items-start gap-8 lg:grid-cols-2">
          <Card>
            <h2 className="mb-6 text-2xl font-bold">Send us a message</h2>
            <LateForm shell={<ContactShell />}>
              <ContactForm />
            </LateForm>
          </Card>
          <div className="grid gap-8">
            <section>
              <h2 className="sr-only">Where we are</h2>
              <PaisleyMap />
            </section>
            <section className="rounded-3xl bg-tint p-6 sm:p-8">
              <h2 className="mb-4 text-xl font-bold">Follow us</h2>
              <SocialLinks />
            </section>
          </div>
        </div>
      </div>
    </>
  );
}
