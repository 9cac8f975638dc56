import { useLocation } from 'react-router-dom';
import { COMPANY } from '../content/company.ts';

interface PageHeadProps {
  title?: string;
  description?: string;
  /** False for pages that search engines are to leave out. */
  listed?: boolean;
}

/** A page's own title and description, and what others show when they link to it; without them, the company's. */
export function PageHead({ title, description = COMPANY.description, listed = true }: PageHeadProps) {
  const { pathname } = useLocation();
  const fullTitle = title ? `${title} | ${COMPANY.name}` : COMPANY.name;
  const url = COMPANY.origin + (pathname.replace(/\/+$/, '') || '/');
  return (
    <>
      <title>{fullTitle}</title>
      <meta name="description" content={description} />
      {listed ? <link rel="canonical" href={url} /> : <meta name="robots" content="noindex" />}
      <meta property="og:title" content={fullTitle} />
      <meta property="og:description" content={description} />
      <meta property="og:type" content="website" />
      <meta property="og:image" content={`${COMPANY.origin}/og-image.jpg`} />
      {listed && <meta property="og:url" content={url} />}
    </>
  );
}
