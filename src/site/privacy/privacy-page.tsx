import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Notice } from '../../ui/shell/notice.tsx';
import { COMPANY } from '../content/company.ts';
import { PageHead } from '../layout/page-head.tsx';
import { PageTitle } from '../layout/page-title.tsx';

function PrivacySection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-3">
      <h2 className="text-2xl font-bold">{title}</h2>
      {children}
    </section>
  );
}

const listClass = 'grid list-disc gap-2 pl-5';
const linkClass = 'font-semibold text-brand underline underline-offset-4';

export default function PrivacyPage() {
  return (
    <>
      <PageHead title="Privacy" description="What this site keeps on your device, what it sends to us, and how to delete both." />
      <PageTitle title="Privacy">What this site keeps on your device, what it sends to us, and how to delete both.</PageTitle>
      <div className="mx-auto grid max-w-3xl gap-10 px-4 pt-8 pb-20 text-lg sm:px-6 lg:pt-12 lg:pb-28">
        {COMPANY.sampleNotice && (
          <Notice tone="info" title="This is a sample">
            <p>
              {COMPANY.sampleNotice} Whoever runs this site for a real company adds here who is responsible, how long the
              records are kept in the office, and the rights that the law gives you.
            </p>
          </Notice>
        )}
        <PrivacySection title="In short">
          <p>
            No cookies, no advertising, no counting of visits, and nothing loaded from other companies while you read. You are
            asked for what a booking, a message or an application needs, and for nothing else.
          </p>
        </PrivacySection>
        <PrivacySection title="What stays on your device">
          <p>So that the site works without a connection, your browser keeps, for this site alone:</p>
          <ul className={listClass}>
            <li>A request that waits to be sent, with its file, until it has reached us or you discard it.</li>
            <li>
              After that a receipt: its reference, what it was, when, and whether our office was alerted; of a booking, also its
              service and its day. Nothing else of what you wrote. It is removed after 30 days, or when you clear it.
            </li>
            <li>What you typed into a form and did not send, and a file you picked there, for a day, or until you clear it.</li>
            <li>Your name, phone, email and address, if you ticked &ldquo;Remember my details here&rdquo;, until you forget them in My requests.</li>
            <li>Your wish to be told when a waiting request is sent, until you are told.</li>
            <li>Copies of the pages, the pictures, and the lists of our work, reviews and open positions.</li>
            <li>A random number that tells whether the browser emptied its storage. It is never sent.</li>
            <li>When you said no to installing the site as an app, so that you are not asked again.</li>
            <li>For our staff: the sign-in, and the lists they work with, until they sign out.</li>
          </ul>
        </PrivacySection>
        <PrivacySection title="What is sent to us">
          <ul className={listClass}>
            <li>
              What you fill in, once you submit it. It goes to our database over an encrypted connection, and our office gets an
              e-mail about it. A résumé is stored where only our staff can open it; if its application never reaches us, it is deleted
              after a day.
            </li>
            <li>
              Your network address, as with every site. To keep floods of requests out, we store a scrambled form of it for at
              most a day after you submit something.
            </li>
          </ul>
        </PrivacySection>
        <PrivacySection title="Other companies">
          <p>
            The interactive map comes from OpenStreetMap, and only after you tap it; the drawn map comes with this site. A chat on
            WhatsApp opens there, under their rules.
          </p>
        </PrivacySection>
        <PrivacySection title="How to delete it">
          <p>
            In{' '}
            <Link to="/requests" className={linkClass}>
              My requests
            </Link>{' '}
            you can export and discard what waits, clear the receipts, and forget your details. Your browser&rsquo;s setting &ldquo;clear site
            data&rdquo; removes everything that stays on this device, also what still waits to be sent.
          </p>
          <p>
            For what has reached us, write to{' '}
            <a href={`mailto:${COMPANY.email}`} className={linkClass}>
              {COMPANY.email}
            </a>{' '}
            or call{' '}
            <a href={COMPANY.phoneLink} className={linkClass}>
              {COMPANY.phone}
            </a>
            .
          </p>
        </PrivacySection>
      </div>
    </>
  );
}
