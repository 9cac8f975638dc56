import type { Testimonial } from '../../core/server/public-reads.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { StarRating } from '../../ui/star-rating.tsx';

type TestimonialCardProps = Pick<Testimonial, 'name' | 'role' | 'rating' | 'quote'> & {
  avatarUrl: Testimonial['avatar_url'];
};

/** A client's testimonial, as tall as its container. */
export function TestimonialCard({ name, role, rating, quote, avatarUrl }: TestimonialCardProps) {
  return (
    <figure className="flex h-full flex-col gap-4 rounded-3xl border border-line bg-surface p-6 shadow-card">
      <StarRating rating={rating} />
      <blockquote className="flex-1 wrap-anywhere">
        <p dir="auto">{quote}</p>
      </blockquote>
      <figcaption className="flex items-center gap-3 border-t border-line pt-4">
        <Avatar name={name} url={avatarUrl} />
        <span className="min-w-0">
          <span dir="auto" className="block font-semibold wrap-anywhere text-heading">
            {name}
          </span>
          {role && (
            <span dir="auto" className="block text-sm wrap-anywhere text-muted">
              {role}
            </span>
          )}
        </span>
      </figcaption>
    </figure>
  );
}
