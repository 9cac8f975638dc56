import { CallToAction } from '../layout/call-to-action.tsx';
import { PageHead } from '../layout/page-head.tsx';
import { PageTitle } from '../layout/page-title.tsx';
import { Purpose } from './purpose.tsx';
import { Statistics } from './statistics.tsx';
import { Story } from './story.tsx';
import { Values } from './values.tsx';

export default function AboutPage() {
  return (
    <>
      <PageHead title="About" description="Who we are, what we want to be for our clients, and what we hold on to while we clean." />
      <PageTitle title="About Us">The people who come to clean, and what you can hold us to.</PageTitle>
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
