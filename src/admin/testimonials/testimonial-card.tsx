import type { RowOf } from '../../core/backend/admin-backend.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { StarRating } from '../../ui/star-rating.tsx';
import { RowCard } from '../list/row-card.tsx';

export function TestimonialCard({ testimonial }: { testimonial: RowOf<'testimonials'> }) {
  const { name, role, rating, quote, avatar_url } = testimonial;
  return (
    <RowCard row={testimonial} title={name}>
      <div className="flex items-center gap-3">
        <Avatar name={name} url={avatar_url} />
        <div className="grid min-w-0 gap-0.5">
          {role && <p className="text-sm">{role}</p>}
          <StarRating rating={rating} />
        </div>
      </div>
      <blockquote className="whitespace-pre-line">{quote}</blockquote>
    </RowCard>
  );
}
