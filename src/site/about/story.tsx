import { Picture } from '../../ui/picture.tsx';
import aboutStory from '../art/about-story.webp?w=420,800,1200&picture';
import { COMPANY } from '../content/company.ts';

export function Story() {
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
          {COMPANY.name} started in Paisley in {COMPANY.since}, as a division of {COMPANY.group}. For over ten years we have
          cleaned homes and businesses in and around Glasgow: weekly rounds and deep cleans, offices before the working day,
          rooms after the builders have left.
        </p>
        <p>
          The van is fuller now, but the way we work is the same. We look at the place first and assess the risks, agree with
          you what is to be done, and do it with care, with products that are kind to people and to their surroundings.
        </p>
      </div>
    </section>
  );
}
