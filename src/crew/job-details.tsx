import type { ReactNode } from 'react';
import { jobText } from '../core/domain/job-text.ts';
import type { CrewJob } from '../core/domain/crew-sheet.ts';
import { callHref, directionsHref, mapKindOf } from '../core/domain/contact-links.ts';
import { buttonClass } from '../ui/button.ts';
import { Icon, type IconName } from '../ui/icon.tsx';

/** Everything about a job: the ways to its customer, the way in, and what to do there. */
export function JobDetails({ job, isCodeToCome }: { job: CrewJob; isCodeToCome: boolean }) {
  const { name, phone, address, access, notes, instructions } = job;
  return (
    <div className="grid gap-3">
      <p dir="auto" className="whitespace-pre-line text-heading">
        {address}
      </p>
      <div className="flex flex-wrap gap-2.5">
        {phone !== null && (
          <ContactLink href={callHref(phone)} icon="phone" label="Call" name={name} />
        )}
        <ContactLink
          href={directionsHref(address, mapKindOf(navigator.userAgent))}
          icon="directions"
          label="Directions"
          name={name}
        />
      </div>
      {access !== null ? (
        <div className="grid gap-0.5 rounded-2xl bg-tint px-4 py-3">
          <h4 className="flex items-center gap-2 text-sm font-semibold text-heading">
            <Icon name="key" className="size-4" />
            <span>The way in</span>
          </h4>
          <p
            dir="auto"
            translate="no"
            className="text-lg leading-snug font-semibold whitespace-pre-line text-heading"
          >
            {access}
          </p>
        </div>
      ) : (
        isCodeToCome && (
          <p className="text-sm text-muted">
            The way in is shown from six in the evening before, if the office has one.
          </p>
        )
      )}
      <dl className="grid gap-2">
        <Fact name="Job">{jobText(job)}</Fact>
        {instructions !== null && <Fact name="Instructions">{instructions}</Fact>}
        {notes !== null && <Fact name="Customer’s notes">{notes}</Fact>}
        {job.with.length > 0 && <Fact name="With">{job.with.join(', ')}</Fact>}
      </dl>
    </div>
  );
}

interface ContactLinkProps {
  href: string;
  icon: IconName;
  label: string;
  /** The customer's, for screen readers. */
  name: string;
}

/** Opens the phone's own app. A map in the browser gets a tab of its own, so that this page stays. */
const ContactLink = ({ href, icon, label, name }: ContactLinkProps) => (
  <a
    href={href}
    {...(href.startsWith('https:') && { target: '_blank', rel: 'noreferrer' })}
    className={`${buttonClass('secondary')} grow px-2!`}
  >
    <Icon name={icon} />
    <span>
      <span>{label}</span>
      <span className="sr-only">{` ${name}`}</span>
    </span>
  </a>
);

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt className="text-sm font-semibold text-muted">{name}</dt>
    <dd dir="auto" className="whitespace-pre-line">
      {children}
    </dd>
  </div>
);
