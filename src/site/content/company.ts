import type { ServiceType } from '../../core/domain/booking-choices.ts';
import type { ServiceLink } from '../../core/domain/named-services.ts';

/** Sunday is 0. */
type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6;

/** The company that answers for the site in law. */
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
  postcode: string;
}

/** When somebody answers the phone, when visits are made, and when the office works. */
interface Hours {
  /** A sentence. */
  phone: string;
  /** A sentence. */
  visits: string;
  /** The days of visits. */
  visitDays: readonly Weekday[];
  /** `HH:MM`. */
  visitsFrom: string;
  /** `HH:MM`. */
  visitsUntil: string;
  /** The days on which the office replies. */
  officeDays: readonly Weekday[];
  /** The hour, 0 to 24, from which a request counts as made on the next day. */
  officeUntil: number;
}

/** Where reviews of the company are published by somebody else. */
interface ReviewSource {
  name: string;
  link: `https://${string}`;
  /** Out of 5. */
  rating: number;
  count: number;
}

/** A price in whole pounds. */
interface Price {
  from: number;
  per: 'hour' | 'visit';
  /** A typical job, such as "2-bedroom flat, weekly: about 2 hours, from £44". Empty for none. */
  example: string;
}

/**
 * The owner's facts. A page leaves out a fact that is empty: '', [], {} or null. Never empty: the name, its description, origin and year,
 * the phone, the email, the address, and how soon it answers.
 */
interface Company {
  name: string;
  /** The group it is a division of. */
  group: string;
  description: string;
  /** Where the site lives, without a slash at its end: for links that leave it. */
  origin: `https://${string}`;
  /** The year it opened. */
  since: number;
  phone: string;
  phoneLink: `tel:+${string}`;
  email: string;
  address: string;
  /** As the footer lists them. */
  services: readonly { name: string; link: ServiceLink }[];
  /** Who comes, and at what price: a sentence each. */
  visits: { team: string; price: string };
  /** Within which it answers whoever writes or books. */
  answersWithin: string;
  /** The same in business days, for the day named in a confirmation. */
  answersInBusinessDays: number;
  legalIdentity: LegalIdentity;
  postalAddress: PostalAddress;
  /** The places served, as people call them. */
  areas: readonly string[];
  hours: Hours;
  /** A sentence each. */
  insurance: string;
  vetting: string;
  /** The remedy when a customer is not satisfied. */
  guarantee: string;
  reviews: ReviewSource | null;
  /** The price of each service of the booking form; a service without a price is left out. */
  prices: Readonly<Partial<Record<ServiceType, Price>>>;
  /** Until when a visit can be cancelled or moved, and the charge after that: sentences. */
  cancelling: string;
  /** How and when a customer pays: sentences. */
  paying: string;
  whatsappLink: string;
  /** The addresses of its profiles. */
  social: Readonly<Partial<Record<'facebook' | 'instagram' | 'tiktok' | 'x', `https://${string}`>>>;
  /** The last lines of every page. */
  legal: string;
}

/**
 * The company the site speaks for. A placeholder: every fact here is invented (numbers from the range kept for fiction),
 * and is replaced before the site goes live.
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
    price: 'A fixed price, agreed before we start.',
  },
  answersWithin: 'one working day',
  answersInBusinessDays: 1,
  legalIdentity: {
    registeredName: 'Whitecart Cleaning Ltd',
    companyNumber: 'SC000000',
    registeredOffice: '1 Cartside Wynd, Paisley PA1 0XX',
    vatNumber: 'GB 000 0000 00',
  },
  postalAddress: { street: '1 Cartside Wynd', town: 'Paisley', postcode: 'PA1 0XX' },
  areas: ['Paisley', 'Renfrew', 'Johnstone', 'Barrhead', 'Glasgow'],
  hours: {
    phone: 'We answer the phone day and night.',
    visits: 'Visits are from 8am to 8pm, seven days a week.',
    visitDays: [0, 1, 2, 3, 4, 5, 6],
    visitsFrom: '08:00',
    visitsUntil: '20:00',
    officeDays: [1, 2, 3, 4, 5],
    officeUntil: 17,
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
      example: '2-bedroom flat, every week: about 2 hours, from £44',
    },
    commercial: {
      from: 24,
      per: 'hour',
      example: 'Office for ten people, each evening: about 1½ hours, from £36',
    },
    deep: {
      from: 28,
      per: 'hour',
      example: '2-bedroom flat, deep clean: about 4 hours, from £112',
    },
    move: {
      from: 28,
      per: 'hour',
      example: 'Empty 2-bedroom flat: about 5 hours, from £140',
    },
    specialized: { from: 150, per: 'visit', example: '' },
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

/**
 * The facts above that are still invented: take a fact's name off the list once you have replaced it. While any is left, here or in
 * `data-protection.ts`, every page says that the company is a sample.
 */
export const SAMPLES: readonly (keyof Company)[] = [
  'name',
  'group',
  'origin',
  'since',
  'phone',
  'email',
  'legalIdentity',
  'postalAddress',
  'areas',
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
