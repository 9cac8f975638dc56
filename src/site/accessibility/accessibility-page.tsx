import { STATEMENT, STATEMENT_DATE, TESTING } from '../content/accessibility-statement.ts';
import { COMPANY } from '../content/company.ts';
import { PageHead, PageTitle } from '../layout/page-head.tsx';
import {
  ContactUs,
  TextColumn,
  TextDate,
  textLinkClass,
  TextSections,
  TitledText,
} from '../layout/text-page.tsx';

const SUMMARY = 'How accessible this site is, and what to do where it is not.';

export default function AccessibilityPage() {
  return (
    <>
      <PageHead title="Accessibility" description={SUMMARY} />
      <PageTitle title="Accessibility">{SUMMARY}</PageTitle>
      <TextColumn>
        <TextSections sections={STATEMENT} />
        <TitledText title="If you can’t use a part of it">
          <p>
            If you find a fault, or need a text in another form, <ContactUs />. You can book and ask
            by phone and by email too. We answer within {COMPANY.answersWithin}.
          </p>
        </TitledText>
        <TitledText title="If our answer doesn’t help">
          <p>
            The Equality Act 2010 asks us to make this site usable for disabled people. You can get
            advice from the{' '}
            <a href="https://www.equalityadvisoryservice.com/" className={textLinkClass}>
              Equality Advisory and Support Service
            </a>{' '}
            (EASS). The Equality and Human Rights Commission (EHRC) enforces the law.
          </p>
        </TitledText>
        <TextSections sections={[TESTING]} />
        <TextDate day={STATEMENT_DATE} />
      </TextColumn>
    </>
  );
}
