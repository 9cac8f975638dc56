import { Marquee } from '../../ui/marquee.tsx';
import { AsOf } from '../lists/as-of.tsx';
import { useShownRows } from '../lists/use-shown-rows.ts';
import { TestimonialCard } from '../testimonials/testimonial-card.tsx';
import { LoadingTestimonials } from './loading-testimonials.tsx';

/** Leaves the error to whatever watches the window for errors; the visitor reads nothing of it. */
function rethrow(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}

export default function NewestTestimonials() {
  const list = useShownRows('homeTestimonials', rethrow);
  if (list.status === 'loading') return <LoadingTestimonials />;
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
