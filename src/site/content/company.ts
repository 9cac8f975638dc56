/**
 * The company the site speaks for. A placeholder: every fact here is invented (numbers from the range kept for fiction),
 * and is replaced before the site goes live.
 */
export const COMPANY = {
  name: 'Whitecart Cleaning',
  group: 'Sample Group',
  description: 'Professional, reliable, eco-friendly cleaning for homes and businesses in Paisley, Glasgow and around.',
  phone: '0141 496 0123',
  phoneLink: 'tel:+441414960123',
  email: 'hello@whitecart.example',
  address: 'Paisley, Glasgow, Scotland UK',
  services: ['Residential Cleaning', 'Commercial Cleaning', 'Deep Cleaning', 'Move In/Out Cleaning'],
  whatsappLink: `https://wa.me/447700900123?text=${encodeURIComponent(
    "Hello! I'd like to learn more about your cleaning services.",
  )}`,
} as const;
