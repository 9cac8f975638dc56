/** The icons' paths in a box of 24 by 24. The build puts the icons of a page into its document. */
export const ICON_PATHS = {
  alert: 'M12 3.5 21.5 20h-19ZM12 10v4.5M12 17.2v.1',
  calendar:
    'M5 5h14a1 1 0 0 1 1 1v13a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1ZM4 10h16M8 3v4M16 3v4',
  chat: 'M12 3.5a8.5 8.5 0 1 1-4.2 15.9L3.5 20.5l1.1-4.3A8.5 8.5 0 0 1 12 3.5ZM9.3 8.2c-.9 3.4 3.1 7.4 6.5 6.5l.3-1.9-2-.8-.9.9c-1-.5-1.6-1.1-2.1-2.1l.9-.9-.8-2Z',
  check: 'M5 12.5 10 17.5 19.5 7',
  checkCircle: 'M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18ZM8 12.3l2.8 2.8L16 9.6',
  chevronDown: 'M6 9.5l6 6 6-6',
  chevronLeft: 'M14.5 6l-6 6 6 6',
  chevronRight: 'M9.5 6l6 6-6 6',
  clipboard: 'M9 4h6v3H9ZM9 5H6v16h12V5h-3M9 12h6M9 16h4',
  clock: 'M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18ZM12 7v5l3.5 2',
  close: 'M6 6l12 12M18 6 6 18',
  device: 'M8 3h8a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1ZM11 18h2',
  heart: 'M12 20S3.5 15 3.5 9A4.5 4.5 0 0 1 12 7a4.5 4.5 0 0 1 8.5 2c0 6-8.5 11-8.5 11Z',
  info: 'M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18ZM12 11v5.5M12 7.6v.1',
  key: 'M8 11.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9ZM11.3 12.7 20 4M16.5 7.5l3 3',
  mail: 'M4 6h16v12H4ZM4 7l8 6 8-6',
  mailAlert: 'M13 18H4V6h16v6M4 7l8 6 8-6M18.5 15v3.5M18.5 21v.1',
  medal: 'M12 10a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11ZM8.5 11 5 3h4.5L12 8l2.5-5H19l-3.5 8',
  menu: 'M4 7h16M4 12h16M4 17h16',
  pause: 'M8.5 5.5v13M15.5 5.5v13',
  phone:
    'M6 3h3.5l1.5 5-2 1.5a12 12 0 0 0 5.5 5.5l1.5-2 5 1.5V18a3 3 0 0 1-3 3A15 15 0 0 1 3 6a3 3 0 0 1 3-3Z',
  pin: 'M12 21.5S5 15 5 9.8a7 7 0 0 1 14 0C19 15 12 21.5 12 21.5ZM12 7.4a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5Z',
  play: 'M8 5l11 7-11 7Z',
  send: 'M20 12a8 8 0 0 1-14.3 4.9M4 12a8 8 0 0 1 14.3-4.9M18.5 3v4.5H14M5.5 21v-4.5H10',
  shield: 'M12 3l8 3v5.5c0 4.8-3.4 8-8 9.5-4.6-1.5-8-4.7-8-9.5V6ZM8.5 12l2.5 2.5 4.5-5',
  sparkle:
    'M12 3c.9 5.2 3 7.6 8.5 9-5.5 1.4-7.6 3.8-8.5 9-.9-5.2-3-7.6-8.5-9C9 10.6 11.1 8.2 12 3Z',
  star: 'M12 3.5 14.7 9l6 .9-4.4 4.2 1 6-5.3-2.8-5.3 2.8 1-6L3.3 9.9l6-.9Z',
  facebook:
    'M13.6 21v-8h2.7l.5-3.2h-3.2V7.9c0-.9.4-1.7 1.8-1.7h1.5V3.4A17 17 0 0 0 14.4 3c-2.6 0-4.3 1.6-4.3 4.4v2.4H7.2V13h2.9v8Z',
  instagram:
    'M8 3h8a5 5 0 0 1 5 5v8a5 5 0 0 1-5 5H8a5 5 0 0 1-5-5V8a5 5 0 0 1 5-5Zm0 1.9A3.1 3.1 0 0 0 4.9 8v8A3.1 3.1 0 0 0 8 19.1h8a3.1 3.1 0 0 0 3.1-3.1V8A3.1 3.1 0 0 0 16 4.9Zm4 2.6a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9Zm0 1.9a2.6 2.6 0 1 1 0 5.2 2.6 2.6 0 0 1 0-5.2Zm4.8-3.5a1.2 1.2 0 1 1 0 2.4 1.2 1.2 0 0 1 0-2.4Z',
  tiktok:
    'M15.8 3h-3.1v12.3a2.3 2.3 0 1 1-2.3-2.3c.2 0 .5 0 .7.1V9.9a5.5 5.5 0 1 0 4.7 5.4V9.1a7.2 7.2 0 0 0 4.1 1.3V7.3A4.2 4.2 0 0 1 15.8 3Z',
  x: 'M3.5 3.5h5.6l3.9 5.4 4.7-5.4h2.5l-6.1 7 6.7 9.9h-5.6l-4.3-6.1-5.3 6.1H3.1l6.7-7.7Zm3.5 1.9 9.2 13.2h1.5L8.5 5.4Z',
} as const;

/** Icons of the portal only; only its document holds them. */
export const PORTAL_ICON_PATHS = {
  briefcase: 'M4 8h16v11H4ZM9 8V5h6v3M4 13h16M12 12v2.5',
  copy: 'M9 9h11v11H9ZM15 9V4H4v11h5',
  directions: 'M12 3l9 9-9 9-9-9ZM9.5 14.5v-3h5M12.5 9.2l2.2 2.3-2.2 2.3',
  document: 'M6 3h8l4.5 4.5V21H6ZM14 3v4.5h4.5M9.5 12.5H15M9.5 16.5H15',
  download: 'M12 4v11M7 10.5l5 5 5-5M5 20h14',
  filter: 'M4 5h16l-6 8v6l-4-2v-4Z',
  grid: 'M4 4h6.5v6.5H4ZM13.5 4H20v6.5h-6.5ZM4 13.5h6.5V20H4ZM13.5 13.5H20V20h-6.5Z',
  image: 'M4 5h16v14H4ZM4 16l4.5-4.5 4 4 3-3L20 16M15.5 8a1.2 1.2 0 1 1 0 2.4 1.2 1.2 0 0 1 0-2.4Z',
  more: 'M6 11.4a.6.6 0 1 1 0 1.2.6.6 0 1 1 0-1.2ZM12 11.4a.6.6 0 1 1 0 1.2.6.6 0 1 1 0-1.2ZM18 11.4a.6.6 0 1 1 0 1.2.6.6 0 1 1 0-1.2Z',
  people:
    'M9 5a3.2 3.2 0 1 1 0 6.4A3.2 3.2 0 0 1 9 5ZM2.5 20a6.5 6.5 0 0 1 13 0M15.5 5.2a3.2 3.2 0 0 1 0 6M18 14.2a6.5 6.5 0 0 1 3.5 5.8',
  printer: 'M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7Z',
  signOut: 'M10 4H5v16h5M15 8l4 4-4 4M19 12H9.5',
  speech: 'M4 5h16v11H10l-5 4v-4H4ZM8 9h8M8 12h5',
  swap: 'M8 4v15M4.5 15.5 8 19l3.5-3.5M16 20V5M12.5 8.5 16 5l3.5 3.5',
} as const;

/** Icons as symbols in a document, for `Icon` to use. */
export const drawIcons = (paths: Record<string, string>): string =>
  `<svg width="0" height="0"><defs>${Object.entries(paths)
    .map(([name, d]) => `<path id="icon-${name}" d="${d}"/>`)
    .join('')}</defs></svg>`;

/**
 * Adds the site's icons that this document does not hold, for other pages and for dialogs of this
 * one.
 */
export function addIcons(): void {
  const missing = Object.entries(ICON_PATHS).filter(
    ([name]) => !document.getElementById(`icon-${name}`),
  );
  document.body.insertAdjacentHTML('beforeend', drawIcons(Object.fromEntries(missing)));
}
