import { useEffect, useState } from 'react';
import { initialsOf } from './initials.ts';

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
