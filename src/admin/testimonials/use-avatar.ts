import { useRef, useState } from 'react';
import { checkAvatar, NO_AVATAR, type AvatarCheck } from './check-avatar.ts';

export interface ChosenAvatar {
  /** The file as it was picked; one that can't be used stays, so that nobody believes it was taken. */
  picked: File | null;
  error: string | undefined;
  pick: (file: File | null) => void;
  /** What became of it. */
  check: () => Promise<AvatarCheck>;
}

/** Holds the avatar of a testimonial beside its form. */
export function useAvatar(): ChosenAvatar {
  const [picked, setPicked] = useState<File | null>(null);
  const [error, setError] = useState<string>();
  const latest = useRef(Promise.resolve(NO_AVATAR));

  const pick = (file: File | null) => {
    const checking = file ? checkAvatar(file) : Promise.resolve(NO_AVATAR);
    latest.current = checking;
    setPicked(file);
    setError(undefined);
    void checking.then((check) => {
      if (latest.current === checking && !check.ok) setError(check.message);
    });
  };

  return { picked, error, pick, check: () => latest.current };
}
