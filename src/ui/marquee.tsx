import { useState, type ReactNode } from 'react';
import { smallButtonClass } from './button.ts';
import { Icon } from './icon.tsx';

interface MarqueeProps {
  label: string;
  /** The cards, of equal width and height. */
  items: readonly { id: string; card: ReactNode }[];
}

const SECONDS_A_CARD = 7;
const MIN_ITEMS = 6;

/** Repeats a list until it has at least six items, so that a moving row is wider than its frame. */
export function fillRow<T>(items: readonly T[]): T[] {
  const times = items.length === 0 ? 0 : Math.ceil(MIN_ITEMS / items.length);
  return Array.from({ length: times }, () => items).flat();
}

/**
 * A row of cards that moves continuously. It pauses on hover, on focus and by its button. With
 * reduced motion it is scrolled by hand. Screen readers read every card once.
 */
export function Marquee({ label, items }: MarqueeProps) {
  const [paused, setPaused] = useState(false);
  const half = fillRow(items);
  const row = [...half, ...half];

  return (
    <div className="grid gap-4">
      <div
        role="group"
        aria-label={label}
        tabIndex={0}
        className="group overflow-hidden rounded-3xl motion-reduce:overflow-x-auto motion-safe:[mask-image:linear-gradient(to_right,transparent,black_4%,black_96%,transparent)]"
      >
        <ul
          className="flex w-max animate-marquee py-2 group-hover:[animation-play-state:paused] group-focus-within:[animation-play-state:paused] data-paused:[animation-play-state:paused] motion-reduce:animate-none"
          style={{ animationDuration: `${half.length * SECONDS_A_CARD}s` }}
          data-paused={paused || undefined}
        >
          {row.map(({ id, card }, i) => {
            const isCopy = i >= items.length;
            return (
              <li
                key={`${id} ${i}`}
                aria-hidden={isCopy || undefined}
                className={`pr-6 ${isCopy ? 'motion-reduce:hidden' : ''}`}
              >
                <div className="h-full w-[260px] md:w-[300px] lg:w-[360px]">{card}</div>
              </li>
            );
          })}
        </ul>
      </div>
      <button
        type="button"
        className={`${smallButtonClass('secondary')} justify-self-end motion-reduce:hidden`}
        onClick={() => setPaused(!paused)}
      >
        <Icon name={paused ? 'play' : 'pause'} className="size-4" />
        <span>{paused ? 'Play' : 'Pause'}</span>
      </button>
    </div>
  );
}
