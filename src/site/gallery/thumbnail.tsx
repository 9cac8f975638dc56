import { useState } from 'react';
import { smallPicture } from '../../core/domain/gallery.ts';

/** No classes, which every page's document would carry. */
const HALVES = {
  before: { translate: '-25%', clipPath: 'inset(0 50% 0 0)' },
  after: { translate: '-75%', clipPath: 'inset(0 0 0 50%)' },
};

interface HalfProps {
  url: string;
  alt: string;
  half: keyof typeof HALVES;
  onError: () => void;
}

/** The middle of one picture of a pair: a quarter of the file's width is in the place's centre. */
const Half = ({ url, alt, half, onError }: HalfProps) => (
  <span className="relative h-full flex-1 overflow-hidden bg-line">
    <img
      src={url}
      alt={alt}
      crossOrigin="anonymous"
      loading="lazy"
      decoding="async"
      onError={onError}
      style={HALVES[half]}
      className="absolute left-1/2 h-full max-w-none"
    />
  </span>
);

interface ThumbnailProps {
  url: string;
  alt: string;
  /** Undefined in an answer that was stored before rows had it. */
  isPair: boolean | undefined;
  /** Whether its place is wider than the small file. */
  isLarge?: boolean;
}

/**
 * A gallery picture fitted to its place. A pair shows the same part before, on the left, and after.
 */
export function Thumbnail({ url: full, alt, isPair, isLarge = false }: ThumbnailProps) {
  const [isFirst, setIsFirst] = useState(true);
  // The other file if this one is missing, or is not on the device without a connection.
  const url = isFirst === isLarge ? full : smallPicture(full);
  const showOther = () => setIsFirst(false);
  if (isPair)
    return (
      <span className="flex size-full gap-1 bg-surface dark:dimmed">
        <Half url={url} alt={alt} half="before" onError={showOther} />
        <Half url={url} alt="" half="after" onError={showOther} />
      </span>
    );
  return (
    <img
      src={url}
      alt={alt}
      width={640}
      height={480}
      crossOrigin="anonymous"
      loading="lazy"
      decoding="async"
      onError={showOther}
      className="size-full object-cover motion-safe:transition-transform motion-safe:duration-300 motion-safe:group-hover:[scale:1.05] dark:dimmed"
    />
  );
}
