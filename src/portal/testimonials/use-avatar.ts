import { useRef, useState } from 'react';
import { CREATIONS } from '../../core/domain/creation.ts';
import type { FileProblem } from '../../core/domain/file-check.ts';
import { STAFF_LIMITS } from '../../core/domain/staff-limits.ts';
import { checkPicture, isHeic } from '../../core/domain/picture-check.ts';
import { PICTURE_PROBLEMS } from '../create/picture-texts.ts';
import { preparePicture } from '../create/prepare-picture.ts';

const PROBLEMS: Record<FileProblem, string> = {
  'too-large': 'Avatar file size must be less than 1MB',
  'wrong-type': 'Please choose a JPEG, PNG or WebP image',
  empty: PICTURE_PROBLEMS.empty,
};

/**
 * The fault of a chosen avatar; null for none. A larger one is made smaller first, as its entry
 * does before it is sent. Never rejects.
 */
async function findFault(picked: File): Promise<string | null> {
  const buffer = await picked.arrayBuffer().catch(() => null);
  if (!buffer) return PICTURE_PROBLEMS.unreadable;
  const bytes = new Uint8Array(buffer);
  if (isHeic(bytes)) return PICTURE_PROBLEMS.heic;
  const check = checkPicture(bytes, STAFF_LIMITS.avatarBytes);
  if (check.ok) return null;
  if (check.problem === 'too-large' && CREATIONS.testimonials.picture) {
    const original = { name: picked.name, type: picked.type, bytes: buffer };
    if ((await preparePicture([original], CREATIONS.testimonials.picture)).ok) return null;
  }
  return PROBLEMS[check.problem];
}

export interface ChosenAvatar {
  /** The chosen file; an unusable one stays, so that nobody believes that it was accepted. */
  picked: File | null;
  error: string | undefined;
  pick: (file: File | null) => void;
  /** Resolves with whether it may be sent. */
  check: () => Promise<boolean>;
}

export function useAvatar(): ChosenAvatar {
  const [picked, setPicked] = useState<File | null>(null);
  const [error, setError] = useState<string>();
  const latest = useRef(Promise.resolve<string | null>(null));

  const pick = (file: File | null) => {
    const checking = file ? findFault(file) : Promise.resolve(null);
    latest.current = checking;
    setPicked(file);
    setError(undefined);
    void checking.then((fault) => {
      if (latest.current === checking && fault !== null) setError(fault);
    });
  };

  return { picked, error, pick, check: async () => (await latest.current) === null };
}
