import { Suspense, useEffect, useState } from 'react';
import type { GalleryImage } from '../../core/backend/public-reads.ts';
import { whenIdle } from '../../ui/use-idle.ts';
import { late } from '../layout/late.tsx';
import { GalleryTile } from './gallery-tile.tsx';
import { gridClass } from './grid-class.ts';

const loadLightbox = () => import('../../ui/lightbox.tsx');
const Lightbox = late(loadLightbox);

/** The pictures as tiles, each opening a large preview that leads on to the others. */
export function GalleryGrid({ images }: { images: readonly GalleryImage[] }) {
  const [open, setOpen] = useState<number | null>(null);
  // Ahead of the first tap, which then does not wait.
  useEffect(() => whenIdle(() => void loadLightbox().catch(() => undefined)), []);

  return (
    <>
      <ul className={gridClass}>
        {images.map((image, i) => (
          <li key={image.id}>
            <GalleryTile image={image} onOpen={() => setOpen(i)} />
          </li>
        ))}
      </ul>
      {open !== null && (
        <Suspense>
          <Lightbox
            pictures={images.map(({ url, alt, category }) => ({ url, alt, caption: category }))}
            index={open}
            onMove={setOpen}
            onClose={() => setOpen(null)}
          />
        </Suspense>
      )}
    </>
  );
}
