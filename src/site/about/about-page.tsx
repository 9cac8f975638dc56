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
    text: 'We don’t cut corners. A job is done when we would be happy to show it, and when you are satisfied with it.',
  },
  {
    icon: 'heart',
    title: 'Customer Care',
    text: 'We listen first, look after what is yours as if it were ours, and answer when you call.',
  },
  {
    icon: 'shield',
    title: 'Professionalism',
    text: 'Trained people, infection control procedures and a full risk assessment, on every job and at every hour.',
  },
];

/** What the company wants to be, and what it does for it every day. */
function Purpose() {
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <section className="rounded-[2rem] bg-tint p-8 sm:p-10">
        <Icon name="eye" className="size-9 text-brand" />
        <h2 className="mt-4 text-2xl font-bold sm:text-3xl">Our Vision</h2>
        <p className="mt-3 text-lg">
          To be the cleaning company that people in and around Glasgow recommend to a friend without
          having to think about it.
        </p>
      </section>
      <section className="rounded-[2rem] bg-sand p-8 sm:p-10">
        <Icon name="target" className="size-9 text-brand" />
        <h2 className="mt-4 text-2xl font-bold sm:text-3xl">Our Mission</h2>
        <p className="mt-3 text-lg">
          To give every home and every business a professional, reliable and eco-friendly clean: on
          the agreed day, to the agreed standard, by people you are glad to let in.
        </p>
      </section>
    </div>
  );
}

function Statistics() {
  return (
    <section
      aria-label="In figures"
      className="rounded-[2rem] bg-footer px-6 py-10 text-footer-muted sm:px-10 lg:py-14"
    >
      <dl className="grid grid-cols-2 gap-x-6 gap-y-10 max-[22.5rem]:gap-x-3 lg:grid-cols-4">
        {STATISTICS.map(({ figure, label }) => (
          <div
            key={label}
            className="flex flex-col-reverse justify-end border-l-4 border-accent pl-5 max-[22.5rem]:pl-3"
          >
            <dt>{label}</dt>
            <dd className="text-4xl font-extrabold whitespace-nowrap text-on-footer tabular-nums max-[22.5rem]:text-3xl sm:text-5xl">
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
    <section className="grid items-center gap-8 lg:grid-cols-2 lg:gap-14">
      <Picture
        picture={aboutStory}
        sizes="(min-width: 64rem) 33rem, calc(100vw - 2rem)"
        alt="Three friendly cleaners in aprons stand in front of their white and teal van between two trees."
        className="rounded-[2rem] shadow-card"
        first
      />
      <div className="grid gap-4 text-lg">
        <h2 className="text-3xl font-extrabold sm:text-4xl">Our Story</h2>
        <p>
          {`${FOUNDED} For over ten years we have cleaned homes and businesses in and around Glasgow: weekly visits and deep cleans, offices before the working day, rooms after the builders have left.`}
        </p>
        <p>
          The van is fuller now, but the way we work is the same. We look at the place first and
          assess the risks, agree with you what is to be done, and do it with care, with products
          that are kind to people and to their surroundings.
        </p>
      </div>
    </section>
  );
}

function Values() {
  return (
    <section>
      <h2 className="text-3xl font-extrabold sm:text-4xl">Our Values</h2>
      <ul className="mt-8 grid gap-6 md:grid-cols-3">
        {VALUES.map(({ icon, title, text }) => (
          <li
            key={title}
            className="rounded-3xl border border-line bg-surface p-6 shadow-card sm:p-8"
          >
            <span className="grid size-14 place-items-center rounded-2xl bg-tint text-brand">
              <Icon name={icon} className="size-7" />
            </span>
            <h3 className="mt-5 text-xl font-bold">{title}</h3>
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
        description="Who we are, what we want to be for our clients, and what we hold on to while we clean."
      />
      <PageTitle title="About Us">
        The people who come to clean, and what you can hold us to.
      </PageTitle>
      <div className="mx-auto grid max-w-6xl gap-16 px-4 py-12 sm:px-6 lg:gap-24 lg:py-20">
        <Story />
        <Statistics />
        <Purpose />
        <Values />
      </div>
      <CallToAction title="Let us show you" action="Book a Service">
        The best way to get to know us is a clean room. Tell us which one.
      </CallToAction>
    </>
  );
}
