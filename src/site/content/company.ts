import type { ServiceType } from '../../core/domain/booking-choices.ts';
import type { ServiceLink } from '../../core/domain/named-services.ts';

/** Sunday is 0. */
type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6;

/** The legal entity that runs the site. */
interface LegalIdentity {
  registeredName: string;
  /** At Companies House; SC for Scotland. */
  companyNumber: string;
  registeredOffice: string;
  vatNumber: string;
}

interface PostalAddress {
  street: string;
  town: string;
  /** The county or council area. */
  region: string;
  postcode: string;
}

/** Opening hours of the phone, of visits and of the office. */
interface Hours {
  /** A sentence. */
  phone: string;
  /** A sentence. */
  visits: string;
  visitDays: readonly Weekday[];
  /** The days of every year on which nobody comes, `MM-DD` → name; the forms say so. */
  noVisits: Readonly<Record<string, string>>;
  /** `HH:MM`. */
  visitsFrom: string;
  /** `HH:MM`. */
  visitsUntil: string;
  /** The days on which the office replies. */
  officeDays: readonly Weekday[];
  /** Hour, 0 to 24, from which a request counts as made on the next day. */
  officeUntil: number;
  /** The days of every year, `MM-DD`, on which the office is closed. */
  closedDays: readonly string[];
}

/** A third party's page with reviews of the company. */
interface ReviewSource {
  name: string;
  link: `https://${string}`;
  /** Out of 5. */
  rating: number;
  count: number;
}

/** A price in whole pounds. */
export interface Price {
  from: number;
  per: 'hour' | 'visit';
  /** About how many hours a home with 1, 2, 3, 4 and 5 bedrooms takes. Empty for none. */
  hours: readonly number[];
  /** A typical job, such as "2-bedroom flat, weekly: about 2 hours, from £44". Empty for none. */
  example: string;
}

interface Step {
  title: string;
  /** Sentences. */
  text: string;
}

/**
 * The owner's facts. A page leaves out an empty fact: '', [], {} or null. Never empty: the name,
 * description, origin, year, phone, email, address, steps and reply time.
 */
interface Company {
  name: string;
  group: string;
  description: string;
  /** The site's origin without a trailing slash, for links from elsewhere. */
  origin: `https://${string}`;
  since: number;
  phone: string;
  phoneLink: `tel:+${string}`;
  email: string;
  address: string;
  /** Service names in the footer's order. */
  services: readonly { name: string; link: ServiceLink }[];
  /** Who the cleaners are, and the terms of the price: a sentence each. */
  visits: { team: string; price: string };
  /**
   * The steps of a job in their order. Every page, the questions, the terms and the mails tell
   * them from here; `compose-receipt.ts` repeats `called`, because a function imports no page.
   */
  steps: { request: Step; call: Step; visit: Step; check: Step };
  /** The next step after a request: a sentence. */
  called: string;
  /** The time within which the office replies. */
  answersWithin: string;
  /** The same in business days, to name a day in a confirmation. */
  answersInBusinessDays: number;
  legalIdentity: LegalIdentity;
  postalAddress: PostalAddress;
  /** Of the postal address, in degrees; the drawn map shows the centre of Paisley. */
  position: { latitude: number; longitude: number } | null;
  areas: readonly string[];
  /** The districts of the areas: the first halves of their postcodes, in capitals. */
  districts: readonly string[];
  /** The place for titles, after the word "in". */
  region: string;
  hours: Hours;
  insurance: string;
  vetting: string;
  /** The remedy when a customer is not satisfied. */
  guarantee: string;
  reviews: ReviewSource | null;
  /** The price of each service of the booking form; a service without a price is left out. */
  prices: Readonly<Partial<Record<ServiceType, Price>>>;
  /** The notice needed to cancel or move a visit, and the charge for less: sentences. */
  cancelling: string;
  /** How and when a customer pays: sentences. */
  paying: string;
  whatsappLink: string;
  social: Readonly<Partial<Record<'facebook' | 'instagram' | 'tiktok' | 'x', `https://${string}`>>>;
  /** The last lines of the footer. */
  legal: string;
}

const REPLY_TIME = 'one working day';

/**
 * The company of the site. A placeholder: every fact is invented (numbers from the ranges reserved
 * for fiction). Replace it before the site goes live.
 */
export const COMPANY: Company = {
  name: 'Whitecart Cleaning',
  group: 'Cartside Group',
  description:
    'Professional, reliable, eco-friendly cleaning for homes and businesses in Paisley, Glasgow and the surrounding area.',
  origin: 'https://www.whitecart.example',
  since: 2014,
  phone: '0141 496 0123',
  phoneLink: 'tel:+441414960123',
  email: 'hello@whitecart.example',
  address: 'Paisley, Glasgow, Scotland UK',
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
  steps: {
    request: {
      title: 'You send a request',
      text: 'Choose a service, a day and a time. It takes about a minute, even with no signal.',
    },
    call: {
      title: 'We call you',
      text: `Within ${REPLY_TIME}, to confirm the day and the price. The price is then fixed.`,
    },
    visit: {
      title: 'We look round, then clean',
      text: 'We check each room for risks before we start. You don’t have to be at home.',
    },
    check: {
      title: 'You check',
      text: 'Look round when we’re done, and tell us if something isn’t right.',
    },
  },
  called: 'We’ll call you to confirm the day and the price.',
  answersWithin: REPLY_TIME,
  answersInBusinessDays: 1,
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
  legal: 'All rights reserved.',
};

/** The name under the icon of the installed site: 12 characters at most. No page's script has it. */
export const SHORT_NAME = 'Whitecart';

/**
 * The names of facts above that are still invented: delete a name once you have replaced its fact.
 * While one is left, here or in `data-protection.ts`, every page says that the company is a sample.
 */
export const SAMPLES: readonly (keyof Company | 'shortName')[] = [
  'name',
  'shortName',
  'group',
  'origin',
  'since',
  'phone',
  'email',
  'legalIdentity',
  'postalAddress',
  'position',
  'areas',
  'districts',
  'region',
  'hours',
  'insurance',
  'vetting',
  'guarantee',
  'reviews',
  'prices',
  'cancelling',
  'paying',
  'whatsappLink',
  'social',
];
