import { SERVICE_TYPES } from '../../core/domain/booking-choices.ts';
import { COMPANY } from './company.ts';
import { LEGAL_IDENTITY } from './legal-identity.ts';
import type { TextSection } from './text-section.ts';
import { PRICED_TYPES, priceText } from './price-texts.ts';

const { answersWithin, cancelling, guarantee, insurance, name, paying, steps, visits } = COMPANY;

export const TERMS_DATE = '2026-11-28';

export const TERMS: readonly TextSection[] = [
  {
    title: 'Who we are',
    texts: [`These terms are between you and ${name}.`, LEGAL_IDENTITY],
  },
  {
    title: 'Booking',
    texts: [
      `A booking request is not yet an agreement. ${steps.call.title} within ${answersWithin}; we have an agreement once you and we have agreed the day, the work and the price.`,
      'Without a connection, this site keeps your request on your device and sends it later. It has reached us once the site says so.',
      'Please tell us in advance of anything that needs special care, or that could make the work unsafe.',
    ],
  },
  {
    title: 'Price',
    texts: [
      visits.price,
      'A price that our confirmation names, for an hour or for a visit, is the agreed price; My requests shows it, too. For regular visits it holds until you and we agree another one.',
      PRICED_TYPES.length > 0
        ? 'Yours depends on the size and the state of the place. Ours begin at:'
        : '',
    ],
    list: PRICED_TYPES.map((type) => `${SERVICE_TYPES[type]}: ${priceText(type)?.toLowerCase()}`),
  },
  { title: 'Paying', texts: [paying] },
  {
    title: 'Cancelling or moving a visit',
    texts: [
      cancelling,
      'Until its day begins, you can cancel a visit, skip one of your regular visits, or ask for another day in My requests; or call us. A visit moves once we have confirmed the other day, or you have accepted the one that we offer. Until then it stands.',
      'Regular visits go on until you or we end them. To end yours, call us.',
      'If we have to cancel, we tell you as soon as we can and offer another day. You pay nothing for that visit.',
      'If you are a consumer, the law also lets you cancel within 14 days of our agreement, without a reason, when we agreed it online or by phone. If you ask for a visit within those 14 days, you pay for the work done before you cancel, and the right ends when the visit is complete.',
    ],
  },
  {
    title: 'If something isn’t right',
    texts: [
      guarantee,
      insurance,
      'The law asks us to work with reasonable care and skill. Where we don’t, you can ask us to do the work again or to lower the price. Nothing in these terms takes that from you.',
    ],
  },
  {
    title: 'Law',
    texts: [
      'The law of Scotland applies. If you live elsewhere in the United Kingdom, you keep the protection of the law there, and can go to the courts there.',
    ],
  },
];
