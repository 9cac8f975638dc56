import { Link } from 'react-router-dom';
import { buttonClass } from '../../ui/button.ts';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { Picture } from '../../ui/picture.tsx';
import heroPortrait from '../art/hero-portrait.png?w=520,1000&picture';
import hero from '../art/hero.png?w=420,800,1200&picture';
import { COMPANY } from '../content/company.ts';
import { CallToAction } from '../layout/call-to-action.tsx';
import { PageHead } from '../layout/page-head.tsx';
import { Guarantee, ServicesOverview, Testimonials, Work } from './home-sections.tsx';

/** `proof`: evidence for the claim; an empty one is left out. */
const TRUST_BADGES: readonly { icon: IconName; text: string; proof: string }[] = [
  {
    icon: 'shield',
    text: 'Infection Control Procedures',
    proof: 'Colour-coded cloths: the one for the bathroom never goes near the kitchen.',
  },
  { icon: 'checkCircle', text: 'Certified Professional Cleaners', proof: COMPANY.vetting },
  {
    icon: 'clipboard',
    text: 'Full Risk Assessments always carried out',
    proof: COMPANY.steps.visit.text,
  },
  {
    icon: 'clock',
    text: 'Available 24/7',
    proof: `${COMPANY.hours.phone} ${COMPANY.hours.visits}`.trim(),
  },
  {
    icon: 'star',
    text: '100% Satisfaction Guaranteed',
    proof: COMPANY.guarantee,
  },
];

const { answersWithin, insurance, prices, reviews, visits } = COMPANY;

const lowest = Math.min(
  ...Object.values(prices).flatMap(({ per, from }) => (per === 'hour' ? [from] : [])),
);

/** The facts that decide, each in a line. */
const FACTS: readonly { icon: IconName; text: string }[] = [
  { icon: 'checkCircle' as const, text: lowest < Infinity ? `From £${lowest} an hour` : '' },
  { icon: 'shield' as const, text: insurance },
  { icon: 'clock' as const, text: `Reply within ${answersWithin}` },
  { icon: 'heart' as const, text: visits.team },
].filter(({ text }) => text !== '');

function Facts() {
  return (
    <ul className="mt-5 grid gap-x-6 font-semibold text-heading sm:grid-cols-2">
      {reviews && (
        <li>
          <a
            href={reviews.link}
            target="_blank"
            rel="noopener noreferrer"
            className="inline-flex min-h-9 items-center gap-2 underline underline-offset-4 pointer-coarse:min-h-11"
          >
            <Icon name="star" className="size-5 fill-current text-star" />
            <span>{`${reviews.rating} from ${reviews.count} reviews on ${reviews.name}`}</span>
          </a>
        </li>
      )}
      {FACTS.map(({ icon, text }) => (
        <li key={text} className="flex min-h-9 items-center gap-2">
          <Icon name={icon} className="size-5 text-brand" />
          <span>{text}</span>
        </li>
      ))}
    </ul>
  );
}

function HowItWorks() {
  return (
    <section className="mx-auto max-w-6xl px-4 pb-14 sm:px-6 lg:pb-20">
      <h2 className="text-3xl font-extrabold sm:text-4xl">How it works</h2>
      <ol className="mt-6 grid gap-6 sm:grid-cols-2 lg:grid-cols-4">
        {Object.values(COMPANY.steps).map(({ title, text }, i) => (
          <li key={title} className="border-t-4 border-accent pt-4">
            <h3 className="flex items-center gap-3 text-xl font-bold">
              <span aria-hidden="true" className="text-4xl font-extrabold text-brand">
                {i + 1}
              </span>
              <span>{title}</span>
            </h3>
            <p className="mt-2">{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Hero() {
  return (
    <section className="overflow-hidden bg-tint">
      <div className="mx-auto grid max-w-6xl items-center gap-10 px-4 pt-8 pb-14 sm:px-6 lg:grid-cols-[1.1fr_1fr] lg:gap-14 lg:py-16">
        <div>
          <p className="mb-4 flex items-center gap-2 font-semibold text-brand">
            <Icon name="pin" />
            {COMPANY.address}
          </p>
          <h1 className="text-[min(9.6vw,3.25rem)] leading-[1.05] font-extrabold xl:text-[3.5rem]">
            <span className="block">Professional</span>{' '}
            <span className="block">
              Cleaning{' '}
              <span className="underline decoration-accent decoration-[0.1em] underline-offset-[0.1em]">
                Excellence
              </span>
            </span>{' '}
            Delivered
          </h1>
          <p className="mt-4 max-w-xl sm:text-xl">
            {`${COMPANY.description} ${visits.price}`.trim()}
          </p>
          <div className="mt-5 flex flex-wrap items-center gap-3">
            <Link to="/booking" className={`${buttonClass('primary')} text-lg`}>
              Book a Service
            </Link>
            <a
              href={COMPANY.phoneLink}
              className="inline-flex min-h-12 items-center gap-2 px-2 font-semibold whitespace-nowrap text-brand underline underline-offset-4"
            >
              <Icon name="phone" />
              {COMPANY.phone}
            </a>
            <Link to="/services" className={`${buttonClass('secondary')} text-lg`}>
              Our Services
            </Link>
          </div>
          <Facts />
        </div>
        <div className="relative">
          <div
            aria-hidden="true"
            className="absolute -inset-x-6 top-8 -bottom-8 rounded-[3rem] bg-brand-glow lg:-rotate-3"
          />
          <Picture
            picture={hero}
            sizes="calc(100vw - 2rem)"
            instead={{ media: '(min-width: 64rem)', picture: heroPortrait, sizes: '32rem' }}
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
      className="mx-auto max-w-6xl px-4 pt-6 pb-10 sm:px-6 lg:pt-10 lg:pb-16"
    >
      <ul className="grid gap-x-6 lg:grid-cols-5">
        {TRUST_BADGES.map(({ icon, text, proof }) => (
          <li key={text} className="flex gap-4 border-t border-line py-5 lg:flex-col">
            <Icon name={icon} className="size-9 text-brand" />
            <div>
              <p className="leading-snug font-semibold text-heading">{text}</p>
              {proof && <p className="mt-1 text-sm">{proof}</p>}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

export default function HomePage() {
  return (
    <>
      <PageHead title={COMPANY.region && `Home and office cleaning in ${COMPANY.region}`} />
      <Hero />
      <TrustBadges />
      <ServicesOverview />
      <HowItWorks />
      <Guarantee />
      <Work />
      <Testimonials />
      <CallToAction title="Ready for a cleaner space?" action="Schedule Your Service">
        {`Choose a service, a day and a time. ${COMPANY.called}`}
      </CallToAction>
    </>
  );
}
