import { COMPANY } from './company.ts';

interface Question {
  question: string;
  /** An empty answer hides the question. */
  answer: string;
}

const { areas, cancelling, insurance, paying, phone, prices } = COMPANY;

export const QUESTIONS: readonly Question[] = [
  {
    question: 'When do I know the price?',
    answer:
      Object.keys(prices).length === 0
        ? ''
        : 'Before we come. The prices here are where ours begin; we confirm yours when we call, and then it is fixed.',
  },
  {
    question: 'Do I have to be at home?',
    answer:
      'No. Many customers leave us a key: we lock it away with a number on it, never your name or address.',
  },
  {
    question: 'Do you bring your own products?',
    answer:
      'Yes, products and equipment. If you’d rather we used yours, or need something fragrance-free, just say in the notes.',
  },
  {
    question: 'What if I need to cancel or move a visit?',
    answer:
      cancelling === ''
        ? ''
        : `${cancelling} In My requests you can cancel it or ask for another day, until its day begins. Or call us on ${phone}.`,
  },
  { question: 'How do I pay?', answer: paying },
  {
    question: 'Where do you work?',
    answer:
      areas.length === 0
        ? ''
        : `In ${areas.join(', ')} and everywhere in between. Not sure about your area? Just ask.`,
  },
  {
    question: 'What if something gets broken?',
    answer: insurance === '' ? '' : `Tell us and we’ll put it right. ${insurance}`,
  },
].filter(({ answer }) => answer !== '');
