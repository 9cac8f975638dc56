import * as Radix from '@radix-ui/react-dialog';
import { useState } from 'react';
import { useBackCloses } from './back-closes.ts';
import { Comparison } from './comparison.tsx';
import { Icon } from './icon.tsx';
import { useReturnedFocus } from './use-returned-focus.ts';

export interface LightboxPicture {
  url: string;
  /** A smaller file, shown when `url` cannot be loaded. */
  smallUrl?: string;
  alt: string;
  caption: string;
  /** It holds two pictures of one view side by side, to compare. */
  isPair?: boolean | undefined;
}

interface LightboxProps {
  pictures: readonly LightboxPicture[];
  index: number;
  onMove: (index: number) => void;
  onClose: () => void;
}

const buttonClass =
  'grid size-11 shrink-0 place-items-center rounded-full text-heading hover:bg-tint';

/** Width by height of the area for the picture. */
const RATIO = 1.6;

/** A whole picture; a pair becomes a comparison once its size is known. */
function ShownPicture({ url: full, smallUrl, alt, isPair }: LightboxPicture) {
  const [url, setUrl] = useState(full);
  const [ratio, setRatio] = useState<number | null>(null);
  return (
    <div className="aspect-[16/10] w-full bg-line">
      {ratio === null ? (
        <img
          src={url}
          alt={alt}
          width={1600}
          height={1000}
          crossOrigin="anonymous"
          onError={() => smallUrl && setUrl(smallUrl)}
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
            isPair && setRatio(width / 2 / height)
          }
          className="size-full object-contain"
        />
      ) : (
        <Comparison url={url} alt={alt} ratio={ratio} placeRatio={RATIO} />
      )}
    </div>
  );
}

/**
 * One picture, large, above the page. Arrow keys and buttons lead to the others and wrap around;
 * Escape, Back, the button and a tap outside close it.
 */
export default function Lightbox({ pictures, index, onMove, onClose }: LightboxProps) {
  const returnedFocus = useReturnedFocus();
  useBackCloses(true, onClose);
  const picture = pictures[index];
  if (!picture) return null;
  const move = (by: number) => onMove((index + by + pictures.length) % pictures.length);

  return (
    <Radix.Root open onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-[rgb(10_25_27/0.8)]" />
        <Radix.Content
          {...returnedFocus}
          onKeyDown={({ key, target }) => {
            // The comparison's slider uses the arrow keys itself.
            if (target instanceof HTMLInputElement) return;
            if (key === 'ArrowLeft') move(-1);
            if (key === 'ArrowRight') move(1);
          }}
          className="fixed top-1/2 left-1/2 z-50 w-[min(64rem,calc(100vw-2rem),calc((100dvh-9rem)*1.6))] min-w-[min(18rem,calc(100vw-2rem))] flex max-h-[90dvh] [translate:-50%_-50%] overflow-hidden rounded-3xl bg-surface shadow-float"
        >
          <div className="w-full overflow-y-auto">
            <ShownPicture key={picture.url} {...picture} />
            <div className="flex items-center gap-2 p-3 sm:gap-3 sm:p-4">
              <button
                type="button"
                aria-label="Previous picture"
                onClick={() => move(-1)}
                className={buttonClass}
              >
                <Icon name="chevronLeft" className="size-6" />
              </button>
              <div aria-live="polite" className="min-w-0 flex-1 text-center">
                <Radix.Title className="text-base font-bold">
                  <span>{picture.caption}</span>{' '}
                  <span className="font-normal text-muted">{`${index + 1} of ${pictures.length}`}</span>
                </Radix.Title>
                <Radix.Description dir="auto" className="line-clamp-3 min-h-16 text-sm sm:min-h-0">
                  {picture.alt}
                </Radix.Description>
              </div>
              <button
                type="button"
                aria-label="Next picture"
                onClick={() => move(1)}
                className={buttonClass}
              >
                <Icon name="chevronRight" className="size-6" />
              </button>
            </div>
          </div>
          <Radix.Close
            aria-label="Close"
            className={`${buttonClass} absolute top-3 right-3 bg-surface shadow-card`}
          >
            <Icon name="close" />
          </Radix.Close>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
