import { Icon, type IconName } from '../../ui/icon.tsx';
import { Picture } from '../../ui/picture.tsx';
import aboutStory from '../art/about-story.webp?w=420,800,1200&picture';
import { COMPANY } from '../content/company.ts';
import { CallToAction } from '../layout/call-to-action.tsx';
import { PageHead, PageTitle } from '../layout/page-head.tsx';

const FOUNDED = `${COMPANY.name} started in Paisley in ${COMPANY.since}${
  COMPANY.group && `, as a division of ${COMPANY.group}`
}.`;

const STATISTICS = [
  { figure: '10+', label: 'years of experience' },
  { figure: '500+', label: 'happy clients' },
  { figure: '50+', label: 'team members' },
  { figure: '10K+', label: 'cleanings completed' },
];

const VALUES: readonly { icon: IconName; title: string; text: string }[] = [
  {
    icon: 'medal',
    title: 'Excellence',
    text: 'We don’t cut corners. A job is done when we’re proud of it and you’re happy with it.',
  },
  {
    icon: 'heart',
    title: 'Customer Care',
    text: 'We listen first, treat your place as we’d treat our own, and pick up when you call.',
  },
  {
    icon: 'shield',
    title: 'Professionalism',
    text: 'Trained people, infection control procedures and a full risk assessment on every job.',
  },
];

const purposeClass = 'mt-3 text-2xl leading-snug text-heading';

/** The company's long-term aim, and its promise for each job. */
function Purpose() {
  return (
    <div className="grid gap-10 lg:grid-cols-2 lg:gap-14">
      <section>
        <h2 className="text-base font-semibold tracking-normal text-brand">Our Vision</h2>
        <p className={purposeClass}>
          To be the cleaning company that people in and around Glasgow recommend without a second
          thought.
        </p>
      </section>
      <section>
        <h2 className="text-base font-semibold tracking-normal text-brand">Our Mission</h2>
        <p className={purposeClass}>
          To give every home and every business a professional, reliable and eco-friendly clean: on
          the agreed day, to the agreed standard, by people you&rsquo;re happy to let in.
        </p>
      </section>
    </div>
  );
}

/** The figures, across the whole width of the page. */
function Statistics() {
  return (
    <section
      aria-label="In figures"
      className="bg-footer py-14 text-footer-muted lg:py-20 dark:bg-brand-glow"
    >
      <dl className="mx-auto grid max-w-6xl grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-x-6 gap-y-10 px-4 max-[22.5rem]:gap-x-3 sm:grid-cols-2 sm:px-6 lg:grid-cols-4">
        {STATISTICS.map(({ figure, label }) => (
          <div
            key={label}
            className="flex flex-col-reverse justify-end border-l-4 border-accent pl-5 max-[22.5rem]:pl-3"
          >
            <dt>{label}</dt>
            <dd className="text-4xl font-extrabold whitespace-nowrap text-on-footer [font-variant-numeric:tabular-nums] max-[22.5rem]:text-3xl sm:text-5xl">
              {figure}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Story() {
  return (
    <section className="mx-auto grid max-w-6xl items-center gap-8 px-4 py-12 sm:px-6 lg:grid-cols-[1.1fr_1fr] lg:gap-14 lg:py-20">
      <Picture
        picture={aboutStory}
        sizes="(min-width: 64rem) 36rem, calc(100vw - 2rem)"
        alt="Our white and teal van, parked by a sandstone tenement with its back doors open. A vacuum, bucket, mop, bottles, folded cloths and a stepladder stand on the pavement beside it."
        className="rounded-[2rem] shadow-card"
        first
      />
      <div className="grid gap-4 text-lg">
        <h2 className="text-3xl font-extrabold sm:text-4xl">Our Story</h2>
        <p>
          {`${FOUNDED} For over ten years we have cleaned homes and businesses in and around Glasgow: weekly visits and deep cleans, offices before the working day, rooms after the builders have left.`}
        </p>
        <p>
          The van is fuller now, but we still work the same way: we call you to agree what needs
          doing, look round and check for risks before we start, and clean with care, with products
          that are kind to people and the planet.
        </p>
      </div>
    </section>
  );
}

function Values() {
  return (
    <section>
      <h2 className="text-3xl font-extrabold sm:text-4xl">Our Values</h2>
      <ul className="mt-8 grid gap-8 md:grid-cols-3">
        {VALUES.map(({ icon, title, text }) => (
          <li key={title} className="border-t-4 border-accent pt-5">
            <Icon name={icon} className="size-9 text-brand" />
            <h3 className="mt-3 text-xl font-bold">{title}</h3>
            <p className="mt-2">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

export default function AboutPage() {
  return (
    <>
      <PageHead
        title="About"
        description="Who we are, what we’re working towards, and what you can expect from us."
      />
      <PageTitle title="About Us">Who we are, and what you can expect from us.</PageTitle>
      <Story />
      <Statistics />
      <div className="mx-auto grid max-w-6xl gap-16 px-4 py-14 sm:px-6 lg:gap-24 lg:py-20">
        <Purpose />
        <Values />
      </div>
      <CallToAction title="Let us show you" action="Book a Service">
        The best way to get to know us is to see a room we&rsquo;ve cleaned. Which one shall we
        start with?
      </CallToAction>
    </>
  );
}
