import { COMPANY } from './company.ts';
import type { TextSection } from './text-section.ts';

export const STATEMENT_DATE = '2026-11-26';

/** The sections before the contact details. */
export const STATEMENT: readonly TextSection[] = [
  {
    title: 'What you can do',
    texts: [
      `${COMPANY.name} wants as many people as possible to be able to use this site. You can:`,
    ],
    list: [
      'zoom in to 400% without scrolling sideways',
      'reach and use everything with a keyboard alone',
      'read it with a screen reader',
      'use your device’s dark colours, or colours of your own',
      'stop what moves: nothing does where your device asks for less motion',
      'read it, and fill in its forms, without a connection',
    ],
  },
  {
    title: 'How accessible it is',
    texts: [
      'This site is partially compliant with the Web Content Accessibility Guidelines (WCAG) version 2.2, level AA. These parts fall short of it:',
    ],
    list: [
      'The interactive map comes from OpenStreetMap, and can’t be used in full with a keyboard or a screen reader. It loads only if you ask for it; our address is on the same page in words.',
      'Our office describes each picture of the gallery in words. Some descriptions say less than the picture shows.',
    ],
  },
];

/** The section after them. */
export const TESTING: TextSection = {
  title: 'How we test',
  texts: [
    'Programs check every version before it goes live: each page against the rules for WCAG 2.2 A and AA, in light and dark colours, and on a screen 320 pixels wide; the forms and windows with a keyboard. Programs find only some of the faults, and nobody outside the company has audited the site yet: please tell us about what you meet.',
  ],
};
