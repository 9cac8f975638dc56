import { COMPANY } from './company.ts';

interface SocialLink {
  name: string;
  /** Null while the company has no profile there. */
  url: string | null;
  /** Its sign, filled, in a box of 24 by 24. */
  sign: string;
}

/** The company's profiles elsewhere. */
export const SOCIAL_LINKS: readonly SocialLink[] = [
  {
    name: 'Facebook',
    url: COMPANY.social.facebook,
    sign: 'M13.6 21v-8h2.7l.5-3.2h-3.2V7.9c0-.9.4-1.7 1.8-1.7h1.5V3.4A17 17 0 0 0 14.4 3c-2.6 0-4.3 1.6-4.3 4.4v2.4H7.2V13h2.9v8Z',
  },
  {
    name: 'Instagram',
    url: COMPANY.social.instagram,
    sign: 'M8 3h8a5 5 0 0 1 5 5v8a5 5 0 0 1-5 5H8a5 5 0 0 1-5-5V8a5 5 0 0 1 5-5Zm0 1.9A3.1 3.1 0 0 0 4.9 8v8A3.1 3.1 0 0 0 8 19.1h8a3.1 3.1 0 0 0 3.1-3.1V8A3.1 3.1 0 0 0 16 4.9Zm4 2.6a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9Zm0 1.9a2.6 2.6 0 1 1 0 5.2 2.6 2.6 0 0 1 0-5.2Zm4.8-3.5a1.2 1.2 0 1 1 0 2.4 1.2 1.2 0 0 1 0-2.4Z',
  },
  {
    name: 'TikTok',
    url: COMPANY.social.tiktok,
    sign: 'M15.8 3h-3.1v12.3a2.3 2.3 0 1 1-2.3-2.3c.2 0 .5 0 .7.1V9.9a5.5 5.5 0 1 0 4.7 5.4V9.1a7.2 7.2 0 0 0 4.1 1.3V7.3A4.2 4.2 0 0 1 15.8 3Z',
  },
  {
    name: 'X',
    url: COMPANY.social.x,
    sign: 'M3.5 3.5h5.6l3.9 5.4 4.7-5.4h2.5l-6.1 7 6.7 9.9h-5.6l-4.3-6.1-5.3 6.1H3.1l6.7-7.7Zm3.5 1.9 9.2 13.2h1.5L8.5 5.4Z',
  },
];
