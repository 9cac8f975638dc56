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
  services: readonly string[];
  /** Who comes, and at what price: a sentence each. */
  visits: { team: string; price: string };
  /** Within which it answers whoever writes or books. */
  answersWithin: string;
  whatsappLink: string;
  /** The addresses of its profiles. */
  social: Readonly<Record<'facebook' | 'instagram' | 'tiktok' | 'x', `https://${string}`>>;
  /** The last lines of every page. */
  legal: string;
  /** Says that the company is made up. Null once the facts here are those of a real one. */
  sampleNotice: string | null;
}

/**
 * The company the site speaks for. A placeholder: every fact here is invented (numbers from the range kept for fiction),
 * and is replaced before the site goes live.
 */
export const COMPANY: Company = {
  name: 'Whitecart Cleaning',
  group: 'Sample Group',
  description:
    'Professional, reliable, eco-friendly cleaning for homes and businesses in Paisley, Glasgow and the surrounding area.',
  origin: 'https://www.whitecart.example',
  since: 2014,
  phone: '0141 496 0123',
  phoneLink: 'tel:+441414960123',
  email: 'hello@whitecart.example',
  address: 'Paisley, Glasgow, Scotland UK',
  services: [
    'Residential Cleaning',
    'Commercial Cleaning',
    'Deep Cleaning',
    'Move In/Out Cleaning',
  ],
  visits: {
    team: 'The same trained people each time.',
    price: 'A fixed price, agreed before we start.',
  },
  answersWithin: 'one working day',
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
  sampleNotice:
    'A sample company: its name, contact details, figures and reviews are placeholders.',
};
