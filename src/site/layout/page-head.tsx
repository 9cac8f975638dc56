import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { Picture, type PictureFile } from '../../ui/picture.tsx';
import { COMPANY } from '../content/company.ts';
import type { Elements } from '../../ui/elements.ts';

interface PageHeadProps {
  title?: string;
  description?: string;
  /** The query of the canonical address, such as `?position=…`. */
  query?: string;
  /** False for pages that search engines should not list. */
  listed?: boolean;
}

/** Search engines cut longer titles. */
const LONGEST_TITLE = 70;

/** A page's title and description; without them, the company's. The build adds the share tags. */
export function PageHead({
  title,
  description = COMPANY.description,
  query = '',
  listed = true,
}: PageHeadProps) {
  const { pathname } = useLocation();
  const withCompany = title ? `${title} | ${COMPANY.name}` : COMPANY.name;
  const fullTitle = title && withCompany.length > LONGEST_TITLE ? title : withCompany;
  const url = COMPANY.origin + (pathname.replace(/\/+$/, '') || '/') + query;
  return (
    <>
      <title>{fullTitle}</title>
      <meta name="description" content={description} />
      {!listed && <meta name="robots" content="noindex" />}
      {listed && <link rel="canonical" href={url} />}
    </>
  );
}

interface PageTitleProps {
  title: string;
  /** A sentence about the page. */
  children: ReactNode;
  picture?: Elements;
}

/**
 * The band at the top of a page: its heading, a sentence and, on pages that read a list from the
 * server, a picture.
 */
export function PageTitle({ title, children, picture }: PageTitleProps) {
  return (
    <section className="bg-tint">
      <div className="mx-auto flex max-w-6xl flex-col gap-6 px-4 py-10 sm:px-6 md:flex-row md:items-center md:justify-between md:gap-10 lg:py-14">
        <div>
          <h1 className="text-4xl font-extrabold sm:text-5xl">{title}</h1>
          <p className="mt-3 max-w-2xl text-lg">{children}</p>
        </div>
        {picture}
      </div>
    </section>
  );
}

/** The picture beside a page's heading, shown while the page's list loads. */
export function TitlePicture({ picture, alt }: { picture: PictureFile; alt: string }) {
  return (
    <div className="md:w-[26rem] md:shrink-0">
      <Picture
        picture={picture}
        sizes="(min-width: 48rem) 26rem, calc(100vw - 2rem)"
        alt={alt}
        className="aspect-[16/10] rounded-[2rem] object-cover shadow-card"
        first
      />
    </div>
  );
}
