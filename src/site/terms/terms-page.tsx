import { Link } from 'react-router-dom';
import { COMPANY } from '../content/company.ts';
import { TERMS, TERMS_DATE } from '../content/terms.ts';
import { PageHead, PageTitle } from '../layout/page-head.tsx';
import {
  ContactUs,
  TextColumn,
  TextDate,
  textLinkClass,
  TextSections,
  TitledText,
} from '../layout/text-page.tsx';

const SUMMARY = 'What you and we agree on: booking, price, cancelling and complaints.';

export default function TermsPage() {
  return (
    <>
      <PageHead title="Terms" description={SUMMARY} />
      <PageTitle title="Terms">{SUMMARY}</PageTitle>
      <TextColumn>
        <TextSections sections={TERMS} />
        <TitledText title="Complaints">
          <p>
            Please tell us first: <ContactUs />. We answer within {COMPANY.answersWithin}.
          </p>
          <p>
            If we can&rsquo;t settle it, you can get free advice from{' '}
            <a href="https://www.consumeradvice.scot/" className={textLinkClass}>
              Advice Direct Scotland
            </a>
            .
          </p>
        </TitledText>
        <TitledText title="Your data">
          <p>
            What we do with it is on the page{' '}
            <Link to="/privacy" className={textLinkClass}>
              Privacy
            </Link>
            .
          </p>
        </TitledText>
        <TextDate day={TERMS_DATE} />
      </TextColumn>
    </>
  );
}
