import { useState, type CSSProperties } from 'react';

interface ComparisonProps {
  /** A picture whose left half shows the state before, and whose right half the state after. */
  url: string;
  alt: string;
  /** Width by height of one half. */
  ratio: number;
  /** Width by height of the container. */
  placeRatio: number;
}

const chipClass =
  'pointer-events-none absolute bottom-3 rounded-full bg-surface px-3 py-1 text-sm font-semibold text-heading shadow-card';
/** Each half is the whole picture, twice as wide as its container. */
const halfClass = 'absolute inset-y-0 h-full w-[200%] max-w-none object-fill';

/**
 * Two pictures of one view, one over the other. A slider uncovers either: by finger, mouse or arrow
 * keys.
 */
export function Comparison({ url, alt, ratio, placeRatio }: ComparisonProps) {
  const [shown, setShown] = useState(50);
  const fit: CSSProperties = ratio < placeRatio ? { height: '100%' } : { width: '100%' };
  return (
    <div className="grid size-full place-items-center">
      <div style={{ ...fit, aspectRatio: ratio }} className="relative overflow-hidden">
        <img src={url} alt={alt} crossOrigin="anonymous" className={`${halfClass} right-0`} />
        <div
          aria-hidden="true"
          className="absolute inset-0 overflow-hidden"
          style={{ clipPath: `inset(0 ${100 - shown}% 0 0)` }}
        >
          <img src={url} alt="" crossOrigin="anonymous" className={`${halfClass} left-0`} />
        </div>
        <input
          type="range"
          aria-label="How much of the picture shows what was before"
          aria-valuetext={`${shown} % before, ${100 - shown} % after`}
          value={shown}
          onChange={({ target }) => setShown(Number(target.value))}
          className="peer absolute inset-0 z-10 m-0 size-full cursor-ew-resize [touch-action:pan-y] opacity-0"
        />
        <div
          aria-hidden="true"
          style={{ left: `${shown}%` }}
          className="pointer-events-none absolute inset-y-0 w-1 [translate:-50%] bg-surface peer-focus-visible:[&>svg]:outline-4 peer-focus-visible:[&>svg]:outline-focus forced-colors:bg-[CanvasText]"
        >
          <svg
            viewBox="0 0 24 24"
            fill="none"
            strokeWidth="2"
            strokeLinecap="round"
            strokeLinejoin="round"
            className="absolute top-1/2 left-1/2 size-11 [translate:-50%_-50%] rounded-full bg-surface stroke-heading p-2 shadow-card"
          >
            <path d="M9 6l-6 6 6 6M15 6l6 6-6 6" />
          </svg>
        </div>
        <span aria-hidden="true" className={`${chipClass} left-3`}>
          Before
        </span>
        <span aria-hidden="true" className={`${chipClass} right-3`}>
          After
        </span>
      </div>
    </div>
  );
}
