import { QUESTIONS } from '../content/faq.ts';
import { JsonLd } from '../../ui/json-ld.tsx';

const FACTS = {
  '@context': 'https://schema.org',
  '@type': 'FAQPage',
  mainEntity: QUESTIONS.map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  })),
};

/**
 * The questions as structured data, on one page of the site as search engines ask:
 * https://developers.google.com/search/docs/appearance/structured-data/faqpage
 */
export const FaqData = () => (QUESTIONS.length === 0 ? null : <JsonLd facts={FACTS} />);
