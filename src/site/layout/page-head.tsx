import { COMPANY } from '../content/company.ts';

interface PageHeadProps {
  title?: string;
  description?: string;
}

/** A page's own title and description; without them, the company's. */
export function PageHead({ title, description = COMPANY.description }: PageHeadProps) {
  return (
    <>
      <title>{title ? `${title} | ${COMPANY.name}` : COMPANY.name}</title>
      <meta name="description" content={description} />
    </>
  );
}
