import { useEffect, useRef } from 'react';
import { smallButtonClass } from '../../ui/button.ts';

interface ShowMoreProps {
  /** How many rows are shown. */
  shown: number;
  onMore: () => void;
}

/** Shows more rows when the list's end comes near the screen, or at the press of a button. */
export function ShowMore({ shown, onMore }: ShowMoreProps) {
  const button = useRef<HTMLButtonElement>(null);
  const more = useRef(onMore);
  useEffect(() => {
    more.current = onMore;
  });

  // Anew for each number of rows: the end may still be near after the last fifty.
  useEffect(() => {
    const observer = new IntersectionObserver(([end]) => end?.isIntersecting && more.current(), { rootMargin: '400px' });
    if (button.current) observer.observe(button.current);
    return () => observer.disconnect();
  }, [shown]);

  return (
    <button ref={button} type="button" onClick={onMore} className={`${smallButtonClass('secondary')} justify-self-center`}>
      Show more
    </button>
  );
}
