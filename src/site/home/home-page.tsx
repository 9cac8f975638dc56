import { Link } from 'react-router-dom';
import { buttonClass } from '../../ui/button.ts';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { Picture } from '../../ui/picture.tsx';
import heroPortrait from '../art/hero-portrait.png?w=520,1000&picture';
import hero from '../art/hero.png?w=420,800,1200&picture';
import { COMPANY } from '../content/company.ts';
import { CallToAction } from '../layout/call-to-action.tsx';
import { PageHead } from '../layout/page-head.tsx';
import { ServicesOverview, Testimonials, Work } from './home-sections.tsx';

const TRUST_BADGES: readonly { icon: IconName; text: string }[] = [
  { icon: 'shield', text: 'Infection Control Procedures' },
  { icon: 'checkCircle', text: 'Certified Professional Cleaners' },
  { icon: 'clipboard', text: 'Full Risk Assessments always carried out' },
  { icon: 'clock', text: 'Available 24/7' },
  { icon: 'star', text: '100% Satisfaction Guaranteed' },
];

function Hero() {
  return (
    <section className="overflow-hidden bg-tint">
      <div className="mx-auto grid max-w-6xl items-center gap-10 px-4 pt-12 pb-14 sm:px-6 lg:grid-cols-[1.05fr_1fr] lg:gap-14 lg:py-20">
        <div>
          <p className="mb-4 flex items-center gap-2 font-semibold text-brand">
            <Icon name="pin" />
            {COMPANY.address}
          </p>
          <h1 className="text-[2.6rem] font-extrabold sm:text-6xl">
            Professional Cleaning{' '}
            <span className="underline decoration-accent decoration-[0.1em] underline-offset-[0.1em]">
              Excellence
            </span>{' '}
            Delivered
          </h1>
          <p className="mt-5 max-w-xl text-lg sm:text-xl">
            {COMPANY.description} {COMPANY.visits.team} {COMPANY.visits.price}
          </p>
          <div className="mt-8 flex flex-wrap gap-3">
            <Link to="/booking" className={`${buttonClass('primary')} text-lg`}>
              Book a Service
            </Link>
            <Link to="/services" className={`${buttonClass('secondary')} text-lg`}>
              Our Services
            </Link>
          </div>
        </div>
        <div className="relative">
          <div
            aria-hidden="true"
            className="absolute -inset-x-6 top-8 -bottom-8 rounded-[3rem] bg-brand-glow lg:-inset-x-8 lg:-rotate-3"
          />
          <Picture
            picture={hero}
            sizes="calc(100vw - 2rem)"
            instead={{ media: '(min-width: 64rem)', picture: heroPortrait, sizes: '31rem' }}
            alt="A sunny living room with a teal sofa, coral armchair and round rug, a mop, foamy bucket and spray bottle ready on the clean wooden floor."
            className="relative rounded-[2rem] shadow-float"
            first
          />
        </div>
      </div>
    </section>
  );
}

function TrustBadges() {
  return (
    <section
      aria-label="Why you can trust us"
      className="mx-auto max-w-6xl px-4 py-14 sm:px-6 lg:py-20"
    >
      <ul className="grid gap-3 sm:grid-cols-2 sm:gap-4 lg:grid-cols-5">
        {TRUST_BADGES.map(({ icon, text }) => (
          <li
            key={text}
            className="flex items-center gap-4 rounded-3xl border border-line bg-surface p-3.5 font-semibold text-heading shadow-card sm:p-5 last:sm:col-span-2 lg:flex-col lg:items-start lg:last:col-span-1"
          >
            <span className="grid size-12 shrink-0 place-items-center rounded-2xl bg-tint text-brand">
              <Icon name={icon} className="size-6" />
            </span>
            <span>{text}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

export default function HomePage() {
  return (
    <>
      <PageHead />
      <Hero />
      <TrustBadges />
      <ServicesOverview />
      <Work />
      <Testimonials />
      <CallToAction title="Ready for a cleaner space?" action="Schedule Your Service">
        Choose a service, a day and a time. We&rsquo;ll contact you within {COMPANY.answersWithin}{' '}
        to confirm.
      </CallToAction>
    </>
  );
}
