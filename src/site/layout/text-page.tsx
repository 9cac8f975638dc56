import { COMPANY } from '../content/company.ts';
import type { TextSection } from '../content/text-section.ts';
import type { Elements } from '../../ui/elements.ts';

export function TextColumn({ children }: { children: Elements }) {
  return (
    <div className="mx-auto grid max-w-3xl gap-10 px-4 pt-8 pb-20 text-lg sm:px-6 lg:pt-12 lg:pb-28">
      {children}
    </div>
  );
}

export function TitledText({ title, children }: { title: string; children: Elements }) {
  return (
    <section className="grid gap-3">
      <h2 className="text-2xl font-bold">{title}</h2>
      {children}
    </section>
  );
}

const isAnnounced = ({ texts, list = [] }: TextSection) =>
  [...texts, ...list].some((text) => text !== '');

const Paragraphs = ({ texts }: { texts: readonly string[] }) =>
  texts.filter((text) => text !== '').map((text) => <p key={text}>{text}</p>);

export const textListClass = 'grid list-disc gap-2 pl-5';
export const textLinkClass = 'font-semibold text-brand underline underline-offset-4';

/** The sections of a text page; empty ones are left out. */
export const TextSections = ({ sections }: { sections: readonly TextSection[] }) =>
  sections.filter(isAnnounced).map(({ title, texts, list = [] }) => (
    <TitledText key={title} title={title}>
      <Paragraphs texts={texts} />
      {list.length > 0 && (
        <ul className={textListClass}>
          {list.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
    </TitledText>
  ));

/** The company's contact links, within a sentence. */
export function ContactUs() {
  return (
    <span>
      write to{' '}
      <a href={`mailto:${COMPANY.email}`} className={textLinkClass}>
        {COMPANY.email}
      </a>{' '}
      or call{' '}
      <a href={COMPANY.phoneLink} className={`${textLinkClass} whitespace-nowrap`}>
        {COMPANY.phone}
      </a>
    </span>
  );
}

/** The day of a text, given as `YYYY-MM-DD`. */
export function TextDate({ day }: { day: string }) {
  const text = new Date(day).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
  return (
    <p className="text-base text-muted">
      Last changed on <time dateTime={day}>{text}</time>.
    </p>
  );
}
