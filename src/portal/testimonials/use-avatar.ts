import { useRef, useState } from 'react';
import type { FileProblem } from '../../core/domain/file-check.ts';
import { STAFF_LIMITS } from '../../core/domain/staff-limits.ts';
import { checkPicture, isHeic, PICTURE_EDGES } from '../../core/domain/picture-check.ts';
import type { NewFile } from '../../core/outbox/entry.ts';
import { preparePicture } from '../create/prepare-picture.ts';
import { PICTURE_PROBLEMS } from '../create/picture-texts.ts';

type AvatarCheck = { ok: true; file: NewFile | null } | { ok: false; message: string };

const NO_AVATAR: AvatarCheck = { ok: true, file: null };

const PROBLEMS: Record<FileProblem, string> = {
  'too-large': 'Avatar file size must be less than 1MB',
  'wrong-type': 'Please choose a JPEG, PNG or WebP image',
  empty: PICTURE_PROBLEMS.empty,
};

const BOUNDS = { edge: PICTURE_EDGES.avatar, maxBytes: STAFF_LIMITS.avatarBytes };

/** Checks a chosen avatar and prepares it for publishing. Never rejects. */
async function checkAvatar(picked: File): Promise<AvatarCheck> {
  // One byte above the limit is enough to detect a file that is too large.
  const buffer = await picked
    .slice(0, STAFF_LIMITS.avatarBytes + 1)
    .arrayBuffer()
    .catch(() => null);
  if (!buffer) return { ok: false, message: PICTURE_PROBLEMS.unreadable };
  const bytes = new Uint8Array(buffer);
  if (isHeic(bytes)) return { ok: false, message: PICTURE_PROBLEMS.heic };
  const check = checkPicture(bytes, STAFF_LIMITS.avatarBytes);
  if (!check.ok) return { ok: false, message: PROBLEMS[check.problem] };
  const prepared = await preparePicture(picked, BOUNDS);
  return prepared.ok ? prepared : { ok: false, message: PICTURE_PROBLEMS[prepared.problem] };
}

export interface ChosenAvatar {
  /** The chosen file; an unusable one stays, so that nobody believes that it was accepted. */
  picked: File | null;
  error: string | undefined;
  pick: (file: File | null) => void;
  /** The outcome of its check. */
  check: () => Promise<AvatarCheck>;
}

/** The avatar of a testimonial's form. */
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
