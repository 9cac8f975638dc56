import type { COMPANY } from '../../src/site/content/company.ts';

/** A company with every fact, for tests of texts that name facts: the owner's may differ or be empty. */
export const EVERY_FACT = {
  phone: '0141 496 0123',
  phoneLink: 'tel:+441414960123',
  email: 'hello@whitecart.example',
  origin: 'https://www.whitecart.example',
  services: [
    { name: 'Residential Cleaning', link: 'residential' },
    { name: 'Commercial Cleaning', link: 'commercial' },
    { name: 'Deep Cleaning', link: 'deep' },
    { name: 'Move In/Out Cleaning', link: 'move' },
  ],
  visits: {
    team: 'The same trained people each time.',
    price: 'A fixed price, confirmed by phone before we come.',
  },
  group: 'Cartside Group',
  legalIdentity: {
    registeredName: 'Whitecart Cleaning Ltd',
    companyNumber: 'SC000000',
    registeredOffice: '1 Cartside Wynd, Paisley PA1 0XX',
    vatNumber: 'GB 000 0000 00',
  },
  postalAddress: {
    street: '1 Cartside Wynd',
    town: 'Paisley',
    region: 'Renfrewshire',
    postcode: 'PA1 0XX',
  },
  position: { latitude: 55.8397, longitude: -4.4365 },
  areas: ['Paisley', 'Renfrew', 'Johnstone', 'Barrhead', 'Glasgow'],
  districts:
    'PA1 PA2 PA3 PA4 PA5 G1 G2 G3 G4 G5 G11 G12 G13 G14 G15 G20 G21 G22 G23 G31 G32 G33 G34 G40 G41 G42 G43 G44 G45 G46 G51 G52 G53 G78'.split(
      ' ',
    ),
  region: 'Paisley and Glasgow',
  hours: {
    phone: 'We answer the phone day and night.',
    visits: 'Visits are from 8am to 8pm, seven days a week.',
    visitDays: [0, 1, 2, 3, 4, 5, 6],
    noVisits: { '12-25': 'Christmas Day', '01-01': 'New Year’s Day' },
    visitsFrom: '08:00',
    visitsUntil: '20:00',
    officeDays: [1, 2, 3, 4, 5],
    officeUntil: 17,
    closedDays: ['01-01', '01-02', '12-25', '12-26'],
  },
  insurance: 'Insured up to £5 million.',
  vetting:
    'Every cleaner is interviewed, reference-checked and PVG-registered before their first visit.',
  guarantee:
    'Not happy with something? Tell us within 48 hours and we’ll come back and put it right, free of charge.',
  reviews: {
    name: 'Google',
    link: 'https://www.google.com/maps/search/whitecart.example',
    rating: 4.9,
    count: 127,
  },
  prices: {
    residential: {
      from: 22,
      per: 'hour',
      hours: [1.5, 2, 3, 4, 5],
      example: '2-bedroom flat, every week: about 2 hours, from £44',
    },
    commercial: {
      from: 24,
      per: 'hour',
      hours: [],
      example: 'For example, an office for ten people: about 1½ hours, from £36',
    },
    deep: {
      from: 28,
      per: 'hour',
      hours: [3, 4, 6, 8, 10],
      example: '2-bedroom flat, deep clean: about 4 hours, from £112',
    },
    move: {
      from: 28,
      per: 'hour',
      hours: [4, 5, 7, 9, 11],
      example: 'Empty 2-bedroom flat: about 5 hours, from £140',
    },
    specialized: { from: 150, per: 'visit', hours: [], example: '' },
  },
  cancelling:
    'You can move or cancel a visit free of charge up to 24 hours before. After that we charge half the agreed price.',
  paying: 'By card or bank transfer, after the visit. We don’t take a deposit.',
  whatsappLink: `https://wa.me/447700900123?text=${encodeURIComponent(
    "Hello! I'd like to learn more about your cleaning services.",
  )}`,
  social: {
    facebook: 'https://www.facebook.com/whitecart.example',
    instagram: 'https://www.instagram.com/whitecart.example/',
    tiktok: 'https://www.tiktok.com/@whitecart.example',
    x: 'https://x.com/whitecartsample',
  },
  name: 'Whitecart Cleaning',
} satisfies Partial<typeof COMPANY>;
