import type { RowOf } from '../../core/backend/admin-backend.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { StarRating } from '../../ui/star-rating.tsx';
import { RowCard } from '../list/row-card.tsx';

export function TestimonialCard({ testimonial }: { testimonial: RowOf<'testimonials'> }) {
  const { name, role, rating, quote, avatar_url } = testimonial;
  return (
    <RowCard row={testimonial} title={name} badge={<Avatar name={name} url={avatar_url} />}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        {role && <p className="font-semibold">{role}</p>}
        <StarRating rating={rating} />
      </div>
      <blockquote className="whitespace-pre-line">{quote}</blockquote>
    </RowCard>
  );
}
