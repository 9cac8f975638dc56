import { useState } from 'react';
import { smallPicture } from '../../core/domain/gallery.ts';

interface HalfProps {
  url: string;
  alt: string;
  /** Width by height of one picture of the pair. */
  ratio: number;
  side: 'left-0' | 'right-0';
}

/** The middle of one picture of a pair. Not lazy: the file is already loaded. */
const Half = ({ url, alt, ratio, side }: HalfProps) => (
  <span className="relative h-full flex-1 overflow-hidden bg-line">
    <span
      style={{ aspectRatio: ratio }}
      className="absolute left-1/2 h-full [translate:-50%] overflow-hidden"
    >
      <img
        src={url}
        alt={alt}
        crossOrigin="anonymous"
        className={`absolute top-0 h-full w-[200%] max-w-none ${side}`}
      />
    </span>
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
  const [ratio, setRatio] = useState<number | null>(null);
  const [isFirst, setIsFirst] = useState(true);
  // The other file if this one is missing, or is not on the device without a connection.
  const url = isFirst === isLarge ? full : smallPicture(full);
  if (ratio !== null)
    return (
      <span className="flex size-full gap-1 bg-surface dark:dimmed">
        <Half url={url} alt={alt} ratio={ratio} side="left-0" />
        <Half url={url} alt="" ratio={ratio} side="right-0" />
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
      onError={() => setIsFirst(false)}
      onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
        isPair && setRatio(width / 2 / height)
      }
      className="size-full object-cover motion-safe:transition-transform motion-safe:duration-300 motion-safe:group-hover:[scale:1.05] dark:dimmed"
    />
  );
}
