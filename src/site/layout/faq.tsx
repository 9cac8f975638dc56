import { QUESTIONS } from '../content/faq.ts';

interface QuestionsProps {
  title: string;
  questions: readonly { question: string; answer: string }[];
}

/** Questions that open to their answers. Nothing without any. */
export function Questions({ title, questions }: QuestionsProps) {
  if (questions.length === 0) return null;
  return (
    <section
      aria-labelledby="questions"
      className="mx-auto w-full max-w-3xl px-4 pb-16 sm:px-6 lg:pb-24"
    >
      <h2 id="questions" className="text-3xl font-extrabold sm:text-4xl">
        {title}
      </h2>
      <div className="mt-6 border-b border-line *:border-t *:border-line">
        {questions.map(({ question, answer }) => (
          <details key={question} className="group">
            <summary className="flex min-h-14 cursor-pointer items-center justify-between gap-4 py-3 text-lg font-semibold text-heading">
              <span>{question}</span>
              <span
                aria-hidden="true"
                className="text-2xl text-brand motion-safe:transition-transform group-open:rotate-45"
              >
                +
              </span>
            </summary>
            <p className="pb-5">{answer}</p>
          </details>
        ))}
      </div>
    </section>
  );
}

export const Faq = () => <Questions title="Good to know" questions={QUESTIONS} />;
