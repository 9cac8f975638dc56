import { Icon } from './icon.tsx';

const STARS = [1, 2, 3, 4, 5];

export function StarRating({ rating }: { rating: number }) {
  return (
    <span role="img" aria-label={`${rating} out of 5 stars`} className="flex gap-0.5 text-star">
      {STARS.map((star) => (
        <Icon
          key={star}
          name="star"
          className={`size-5 ${star <= rating ? 'fill-current' : 'opacity-60'}`}
        />
      ))}
    </span>
  );
}
