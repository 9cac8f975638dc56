import { useEffect, useState } from 'react';

const LETTER = /[\p{L}\p{N}]/u;
/** Whole without `Intl`, whose first use blocks a slow phone (docs/decisions/0011). */
const PLAIN = /^[\p{Script=Latin}\d](?!\p{M})/u;
const WITH_MARKS = /^.\p{M}*/u;

/** The first letters or digits of the first and the last name, each a whole grapheme. */
export function initialsOf(name: string): string {
  const words = name
    .normalize('NFC')
    .split(/\s+/)
    .filter((word) => LETTER.test(word));
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends
    .map((word = '') => firstGrapheme(word.slice(word.search(LETTER))))
    .join('')
    .toUpperCase();
}

function firstGrapheme(text: string): string {
  if (!PLAIN.test(text) && 'Segmenter' in Intl) {
    const segments = new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text);
    return segments.containing(0)?.segment ?? '';
  }
  return WITH_MARKS.exec(text)?.[0] ?? '';
}

/**
 * Whether a picture failed to load, and a setter. Reset when the connection returns, so that it
 * loads again.
 */
export function useFailedPicture(): [failed: boolean, fail: () => void] {
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (!failed) return;
    const retry = () => setFailed(false);
    addEventListener('online', retry);
    return () => removeEventListener('online', retry);
  }, [failed]);
  return [failed, () => setFailed(true)];
}

interface AvatarProps {
  name: string;
  url: string | null;
}

/**
 * A person's picture; without one, or after a failure, their initials. The name stands beside it.
 */
export function Avatar({ name, url }: AvatarProps) {
  const [failed, fail] = useFailedPicture();
  const shape = 'size-12 shrink-0 rounded-full';
  if (url === null || failed) {
    return (
      <span
        aria-hidden="true"
        className={`grid place-items-center bg-brand-glow font-bold text-heading ${shape}`}
      >
        {initialsOf(name)}
      </span>
    );
  }
  return (
    <img
      src={url}
      alt=""
      width={48}
      height={48}
      crossOrigin="anonymous"
      loading="lazy"
      decoding="async"
      onError={fail}
      className={`object-cover ${shape}`}
    />
  );
}
