import { Link } from 'react-router-dom';
import {
  ADDRESS_RETENTION_DAYS,
  JOB_PICTURE_DAYS,
  ROLE_BELIEVED_DAYS,
  UNCLAIMED_RESUME_DAYS,
} from '../../core/domain/limits.ts';
import { DAILY_BACKUPS, RETENTION_MONTHS } from '../../core/domain/retention.ts';
import { DATA_PROTECTION } from '../content/data-protection.ts';
import { daysText, STORED_FOR_VISITORS } from '../content/device-storage.ts';
import { PageHead, PageTitle } from '../layout/page-head.tsx';
import {
  ContactUs,
  TextColumn,
  textLinkClass,
  textListClass,
  TitledText,
} from '../layout/text-page.tsx';

const { controller, registration, processors } = DATA_PROTECTION;

/** The legal basis of each kind of record, by article of the UK GDPR, and its retention. */
const PURPOSES = [
  {
    what: 'Bookings',
    why: 'to clean for you, and to arrange it before that: a contract with you, article 6(1)(b).',
    retention: `${RETENTION_MONTHS.bookings} months after the day of the visit; a request with regular visits, after the last of them`,
  },
  {
    what: 'Messages',
    why: 'to answer you: our legitimate interest in it, which is yours too, article 6(1)(f).',
    retention: `${RETENTION_MONTHS.contact_messages} months`,
  },
  {
    what: 'Applications, with their resumes',
    why: 'to decide about them: steps before a contract that you asked for, article 6(1)(b).',
    retention: `${RETENTION_MONTHS.job_applications} months`,
  },
  {
    what: 'The scrambled network address',
    why: 'against floods of requests: our legitimate interest, article 6(1)(f).',
    retention: `at most ${daysText(ADDRESS_RETENTION_DAYS)}`,
  },
];

const RIGHTS = [
  'See what we hold about you, and get a copy, also in a form that another company can read.',
  'Have it put right where it is wrong, and deleted where we have no reason to keep it.',
  'Object to our using it for a legitimate interest of ours, and have its use restricted meanwhile.',
  'Complain to us: we acknowledge it within 30 days and tell you the outcome.',
];

export default function PrivacyPage() {
  return (
    <>
      <PageHead
        title="Privacy"
        description="What this site keeps on your device, what it sends to us, and how to delete both."
      />
      <PageTitle title="Privacy">
        What this site keeps on your device, what it sends to us, and how to delete both.
      </PageTitle>
      <TextColumn>
        <TitledText title="In short">
          <p>
            No cookies, advertising or analytics, and nothing loaded from other companies while you
            read. We ask only for what a booking, a message or an application needs.
          </p>
        </TitledText>
        <TitledText title="Who is responsible">
          <p>
            {controller.name}, {controller.address}, is the controller of what you send us,
            registered with the Information Commissioner&rsquo;s Office: {registration}.
          </p>
        </TitledText>
        <TitledText title="What stays on your device">
          <p>
            What you type, what is still to be sent, and copies of our pages, so that the site works
            without a connection. Only this site can read it, and you can delete it at any time.
          </p>
          <details>
            <summary className="min-h-11 cursor-pointer py-2 font-semibold text-brand">
              The whole list
            </summary>
            <ul className={`${textListClass} pt-2`}>
              {STORED_FOR_VISITORS.map(({ text }) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          </details>
        </TitledText>
        <TitledText title="What is sent to us">
          <ul className={textListClass}>
            <li>
              What you fill in, once you submit it: over an encrypted connection to our database,
              and by email to our office. You may get a receipt by email; if it bounces or you
              report it, we keep a scrambled form of your address, so that you get no other, until
              you ask us to delete it. Only our staff can open a resume; if its application never
              reaches us, it is deleted after <span>{daysText(UNCLAIMED_RESUME_DAYS)}</span>.
            </li>
            <li>
              When we or you answer a booking or change it, we keep the answer, its time, the agreed
              price and our text with the booking, and what those who come need to know, such as how
              to get in, and their reports and photos of your home. We delete them with it, a photo
              after <span>{daysText(JOB_PICTURE_DAYS)}</span> unless we keep it. Where we can, we
              email you our answers. The afternoon before a visit we may remind you by email, and by
              a notification if you asked for them. A request&rsquo;s full link shows its status,
              price and coming visits, and can cancel them, so share it with care. If you ask for
              notifications, we keep your browser&rsquo;s address for them until your last day; the
              service of your browser&rsquo;s maker that carries them cannot read them.
            </li>
            <li>
              Your network address, as with every site. To keep floods of requests out, we store a
              scrambled form of it for at most <span>{daysText(ADDRESS_RETENTION_DAYS)}</span> after
              you submit something or your browser reports an error.
            </li>
            <li>
              If a page fails, your browser tells us the kind of error and its place in our code,
              and nothing about you: we only count it, for 30 days.
            </li>
            <li>
              The devices of our staff keep a copy of what you sent until they sign out, for at most{' '}
              <span>{daysText(ROLE_BELIEVED_DAYS)}</span> without a connection; phones of those who
              come delete a visit by the end of the next day. A notification there names what has
              arrived and a booking&rsquo;s day, never your name or anything else that you wrote.
            </li>
          </ul>
          <p>
            You need not send us anything; without what a form asks for we can&rsquo;t do what you
            ask. No decisions about you are made automatically.
          </p>
        </TitledText>
        <TitledText title="Why we may use it, and how long we keep it">
          <ul className={textListClass}>
            {PURPOSES.map(({ what, why, retention }) => (
              <li key={what}>
                <strong className="text-heading">{what}</strong>
                <span>{`, ${why} Kept for ${retention}.`}</span>
              </li>
            ))}
          </ul>
          <p>
            Daily backups hold what was deleted for <span>{daysText(DAILY_BACKUPS)}</span> more.
            Nobody works with them; if one is put back, what was deleted is deleted again.
          </p>
        </TitledText>
        <TitledText title="Who handles it for us">
          <p>These companies, on our instructions, under a contract, and not for themselves:</p>
          <ul className={textListClass}>
            {processors.map(({ name, does, where }) => (
              <li key={name}>
                <strong className="text-heading">{name}</strong>
                <span>{`, which ${does}, in ${where}.`}</span>
              </li>
            ))}
          </ul>
        </TitledText>
        <TitledText title="Other companies">
          <p>
            The interactive map comes from OpenStreetMap, only after you tap it. A chat on WhatsApp
            opens there, under their rules.
          </p>
        </TitledText>
        <TitledText title="Your rights">
          <p>They are free of charge, and we answer within a month.</p>
          <ul className={textListClass}>
            {RIGHTS.map((right) => (
              <li key={right}>{right}</li>
            ))}
          </ul>
          <p>
            To use one, <ContactUs />. You can complain at any time to the{' '}
            <a href="https://ico.org.uk/make-a-complaint/" className={textLinkClass}>
              Information Commissioner&rsquo;s Office
            </a>
            , which upholds data protection law.
          </p>
        </TitledText>
        <TitledText title="How to delete it">
          <p>
            In{' '}
            <Link to="/requests" className={textLinkClass}>
              My requests
            </Link>{' '}
            you can save and delete what is still to be sent, clear the list of what was sent, and
            delete your details. Your browser&rsquo;s &ldquo;clear site data&rdquo; removes
            everything on this device, also what is still to be sent.
          </p>
          <p>
            For what has reached us, <ContactUs />.
          </p>
        </TitledText>
      </TextColumn>
    </>
  );
}
