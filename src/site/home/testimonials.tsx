import { Marquee } from '../../ui/marquee.tsx';
import { SkeletonList } from '../../ui/skeleton-list.tsx';
import { AsOf } from '../lists/as-of.tsx';
import { useShownRows } from '../lists/use-shown-rows.ts';
import { TestimonialCard } from '../testimonials/testimonial-card.tsx';
import { HomeSection } from './home-section.tsx';

/** Leaves the error to whatever watches the window for errors; the visitor reads nothing of it. */
function rethrow(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}

function NewestTestimonials() {
  const list = useShownRows('homeTestimonials', rethrow);
  if (list.status === 'loading') {
    return <SkeletonList label="Loading testimonials" count={3} className="grid gap-6 overflow-hidden max-md:h-64 md:grid-cols-3" itemClassName="h-64" />;
  }
  if (list.rows.length === 0) return <p className="rounded-3xl bg-surface p-8 text-lg">No testimonials available yet.</p>;
  return (
    <>
      <AsOf storedAt={list.storedAt} />
      <Marquee
        label="What our clients say"
        items={list.rows.map(({ id, avatar_url, ...testimonial }) => ({
          id,
          card: <TestimonialCard {...testimonial} avatarUrl={avatar_url} />,
        }))}
      />
    </>
  );
}

export function Testimonials() {
  return (
    <HomeSection
      title="What our clients say"
      text="A few words from people whose homes and workplaces we look after."
      more={{ path: '/testimonials', label: 'Read More Reviews' }}
      className="mb-16 bg-tint lg:mb-24"
    >
      <NewestTestimonials />
    </HomeSection>
  );
}
