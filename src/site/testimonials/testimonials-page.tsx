import type { Testimonial } from '../../core/server/public-reads.ts';
import { logFailure, useShownRows, type ReadyList } from '../../runtime/use-shown-rows.ts';
import { SkeletonList } from '../../ui/skeleton.tsx';
import bedroom from '../art/testimonials.webp?w=400,800&picture';
import { COMPANY } from '../content/company.ts';
import { CallToAction } from '../layout/call-to-action.tsx';
import { PageHead, PageTitle, TitlePicture } from '../layout/page-head.tsx';
import { AsOf, EmptyList, NotRead } from '../layout/list-parts.tsx';
import { TestimonialCard } from './testimonial-card.tsx';

const gridClass = 'grid gap-6 sm:grid-cols-2 lg:grid-cols-3';
/** The newest one is larger. */
const newestClass = 'lg:col-span-2 [&_blockquote]:text-2xl';

/** Every testimonial, newest first. */
function TestimonialGrid() {
  const list = useShownRows('testimonials', logFailure);
  return (
    <>
      <NotRead what="The testimonials" failure={list.status === 'ready' ? list.failure : null} />
      {list.status === 'loading' ? (
        <SkeletonList
          label="Loading testimonials"
          count={6}
          className={gridClass}
          itemClassName="h-64"
        />
      ) : (
        <Testimonials list={list} />
      )}
    </>
  );
}

function Testimonials({ list }: { list: ReadyList<Testimonial> }) {
  if (list.rows.length === 0) return <EmptyList text="No testimonials available yet" />;
  return (
    <>
      <AsOf storedAt={list.storedAt} />
      <ul className={gridClass}>
        {list.rows.map(({ id, avatar_url, ...testimonial }, i) => (
          <li key={id} className={i === 0 ? newestClass : undefined}>
            <TestimonialCard {...testimonial} avatarUrl={avatar_url} />
          </li>
        ))}
      </ul>
    </>
  );
}

export default function TestimonialsPage() {
  return (
    <>
      <PageHead
        title="What Our Clients Say"
        description="Reviews by clients whose homes and workplaces we clean."
      />
      <PageTitle
        title="What Our Clients Say"
        picture={
          <TitlePicture
            picture={bedroom}
            alt="A calm bedroom with a made bed, two lamps, a plant and a teal armchair."
          />
        }
      >
        In the words of people whose homes and workplaces we look after.
      </PageTitle>
      <div className="mx-auto max-w-6xl px-4 pt-10 pb-16 sm:px-6 lg:pt-14 lg:pb-24">
        <TestimonialGrid />
      </div>
      <CallToAction title="See for yourself" action="Book a Service">
        {`One visit tells you more than any review. Choose a service, a day and a time. ${COMPANY.called}`}
      </CallToAction>
    </>
  );
}
