import { Suspense, useEffect, useId, useRef, useState } from 'react';
import type { GalleryImage } from '../../core/server/public-reads.ts';
import { smallPicture } from '../../core/domain/gallery.ts';
import { whenIdle } from '../../ui/use-idle.ts';
import { deferred } from '../layout/deferred.ts';
import { Thumbnail } from './thumbnail.tsx';

/** Classes of the grid and its tiles, shared by pictures and placeholders. */
export const gridClass = 'grid grid-cols-2 gap-3 sm:gap-5 lg:grid-cols-3 lg:gap-6';
export const tileClass = 'aspect-[4/3] w-full';

interface GalleryTileProps {
  image: GalleryImage;
  onOpen: () => void;
}

/**
 * A picture that opens in the lightbox. Its category shows on hover and focus; without a hover,
 * always.
 */
function GalleryTile({ image, onOpen }: GalleryTileProps) {
  const captionId = useId();
  return (
    <button
      type="button"
      aria-describedby={captionId}
      onClick={onOpen}
      className={`group relative block overflow-hidden rounded-3xl bg-line ${tileClass}`}
    >
      <Thumbnail url={image.url} alt={image.alt} isPair={image.is_pair} />
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

declare global {
  interface Window {
    /** The picture tapped before the page worked, by its place; recorded by the inline loader. */
    earlyPicture?: number | undefined;
  }
}

const loadLightbox = () => import('../../ui/lightbox.tsx');
const Lightbox = deferred(loadLightbox);

/** The pictures as tiles; each opens the lightbox, which leads to the others. */
export function GalleryGrid({ images }: { images: readonly GalleryImage[] }) {
  const [open, setOpen] = useState<number | null>(null);
  // Loaded ahead, so that the first tap does not wait.
  useEffect(() => whenIdle(() => void loadLightbox().catch(() => undefined)), []);

  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    if (window.earlyPicture === undefined) return;
    const button = list.current?.querySelectorAll('button')[window.earlyPicture];
    window.earlyPicture = undefined;
    button?.focus({ preventScroll: true });
    button?.click();
  }, []);

  return (
    <>
      <ul ref={list} className={gridClass}>
        {images.map((image, i) => (
          <li key={image.id}>
            <GalleryTile image={image} onOpen={() => setOpen(i)} />
          </li>
        ))}
      </ul>
      {open !== null && (
        <Suspense>
          <Lightbox
            pictures={images.map(({ url, alt, category, is_pair: isPair }) => ({
              url,
              smallUrl: smallPicture(url),
              alt,
              caption: category,
              isPair,
            }))}
            index={open}
            onMove={setOpen}
            onClose={() => setOpen(null)}
          />
        </Suspense>
      )}
    </>
  );
}
