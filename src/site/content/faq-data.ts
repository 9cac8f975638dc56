import { QUESTIONS } from './faq.ts';

/**
 * The questions as structured data, on one page of the site as search engines ask:
 * https://developers.google.com/search/docs/appearance/structured-data/faqpage
 */
export const FAQ_DATA: readonly object[] =
  QUESTIONS.length === 0
    ? []
    : [
        {
          '@context': 'https://schema.org',
          '@type': 'FAQPage',
          mainEntity: QUESTIONS.map(({ question, answer }) => ({
            '@type': 'Question',
            name: question,
            acceptedAnswer: { '@type': 'Answer', text: answer },
          })),
        },
      ];
