import { useId } from 'react';
import type { GalleryImage } from '../../core/backend/public-reads.ts';
import { tileClass } from './grid-class.ts';

interface GalleryTileProps {
  image: GalleryImage;
  onOpen: () => void;
}

/** A picture that opens large. Its category shows on hover and focus; where nothing hovers, always. */
export function GalleryTile({ image, onOpen }: GalleryTileProps) {
  const captionId = useId();
  return (
    <button
      type="button"
      aria-describedby={captionId}
      onClick={onOpen}
      className={`group relative block overflow-hidden rounded-3xl bg-line ${tileClass}`}
    >
      <img
        src={image.url}
        alt={image.alt}
        width={640}
        height={480}
        crossOrigin="anonymous"
        loading="lazy"
        decoding="async"
        className="size-full object-cover transition-transform duration-300 group-hover:scale-105 motion-reduce:transform-none dark:brightness-90"
      />
      <span
        id={captionId}
        aria-hidden="true"
        className="absolute bottom-2 left-2 rounded-full bg-surface px-3 py-1 text-sm font-semibold text-heading shadow-card transition-opacity group-hover:opacity-100 group-focus-visible:opacity-100 sm:bottom-4 sm:left-4 [@media(hover:hover)]:opacity-0"
      >
        {image.category}
      </span>
    </button>
  );
}
