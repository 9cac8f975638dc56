import type { Testimonial } from '../../core/server/public-reads.ts';
import { Marquee } from '../../ui/marquee.tsx';
import { AsOf, NotRead } from '../layout/list-parts.tsx';
import { useShownRows, type ReadyList } from '../../runtime/use-shown-rows.ts';
import { TestimonialCard } from '../testimonials/testimonial-card.tsx';
import { LoadingTestimonials } from './home-section.tsx';

/** Throws the error outside of React, so that the window's error listeners report it. */
function rethrow(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}

export default function NewestTestimonials() {
  const list = useShownRows('homeTestimonials', rethrow);
  return (
    <div className="grid gap-4">
      <NotRead what="The testimonials" failure={list.status === 'ready' ? list.failure : null} />
      {list.status === 'loading' ? <LoadingTestimonials /> : <Newest list={list} />}
    </div>
  );
}

function Newest({ list }: { list: ReadyList<Testimonial> }) {
  if (list.rows.length === 0)
    return <p className="rounded-3xl bg-surface p-8 text-lg">No testimonials available yet.</p>;
  return (
    <div className="min-w-0">
      <AsOf storedAt={list.storedAt} />
      <Marquee
        label="What our clients say"
        items={list.rows.map(({ id, avatar_url, ...testimonial }) => ({
          id,
          card: <TestimonialCard {...testimonial} avatarUrl={avatar_url} />,
        }))}
      />
    </div>
  );
}
