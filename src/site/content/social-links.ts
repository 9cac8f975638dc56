import type { IconName } from '../../ui/icon.tsx';
import { COMPANY } from './company.ts';

interface SocialLink {
  name: string;
  /** Null while the company has no profile there. */
  url: string | null;
  sign: IconName;
}

/** The company's profiles elsewhere. */
export const SOCIAL_LINKS: readonly SocialLink[] = [
  { name: 'Facebook', url: COMPANY.social.facebook, sign: 'facebook' },
  { name: 'Instagram', url: COMPANY.social.instagram, sign: 'instagram' },
  { name: 'TikTok', url: COMPANY.social.tiktok, sign: 'tiktok' },
  { name: 'X', url: COMPANY.social.x, sign: 'x' },
];
