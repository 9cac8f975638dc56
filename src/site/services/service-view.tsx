import { Suspense } from 'react';
import { Link, useLocation } from 'react-router-dom';
import type { ServiceType } from '../../core/domain/booking-choices.ts';
import { isNamedService, NAMED_SERVICES } from '../../core/domain/named-services.ts';
import { tidyPath } from '../../core/domain/tidy-path.ts';
import { buttonClass } from '../../ui/button.ts';
import { Icon } from '../../ui/icon.tsx';
import { COMPANY } from '../content/company.ts';
import { priceExample, priceText } from '../content/price-texts.ts';
import { deferred } from '../layout/deferred.ts';
import { PageHead } from '../layout/page-head.tsx';
import { SEARCH_NAMES } from './search-names.ts';

const IN_REGION = COMPANY.region && ` in ${COMPANY.region}`;

/** The price of the service, with a typical job. Nothing without a price. */
function Price({ type }: { type: ServiceType }) {
  const price = priceText(type);
  if (!price) return null;
  const example = priceExample(type);
  return (
    <div>
      <p className="text-2xl font-bold text-heading">{price}</p>
      {example && <p className="mt-1">{example}</p>}
    </div>
  );
}

function Breadcrumbs({ title }: { title: string }) {
  return (
    <nav aria-label="You are here" className="mb-4">
      <ol className="flex flex-wrap items-center gap-x-2 text-sm">
        {[
          ['/', 'Home'],
          ['/services', 'Services'],
        ].map(([path = '', label]) => (
          <li key={path} className="flex items-center gap-2">
            <Link
              to={path}
              className="inline-flex min-h-8 items-center font-semibold text-brand underline underline-offset-4"
            >
              {label}
            </Link>
            <Icon name="chevronRight" className="size-4 text-muted" />
          </li>
        ))}
        <li aria-current="page">{title}</li>
      </ol>
    </nav>
  );
}

/** The part below the first view. It needs no script. */
const ServiceBody = deferred(() => import('./service-body.tsx'));

/** A service's own page: its price at the top, and the rest below the first view. */
export default function ServiceView() {
  const [, , key = ''] = tidyPath(useLocation().pathname).path.split('/');
  // The router knows no other keys.
  if (!isNamedService(key)) return null;
  const { name: title, type } = NAMED_SERVICES[key];
  const name = SEARCH_NAMES[key] + IN_REGION;
  const price = priceText(type);
  return (
    <>
      <PageHead
        title={name}
        description={`${name}: what is included and what is not, and how to book.${price ? ` ${price}.` : ''}`}
      />
      <section className="bg-tint">
        <div className="mx-auto max-w-6xl px-4 py-8 sm:px-6 lg:py-12">
          <Breadcrumbs title={title} />
          <h1 className="max-w-3xl text-4xl font-extrabold sm:text-5xl">{name}</h1>
          <div className="mt-5 flex flex-wrap items-center justify-between gap-x-10 gap-y-5">
            <Price type={type} />
            <Link to={`/booking?service=${key}`} className={`${buttonClass('primary')} text-lg`}>
              Book Now
            </Link>
          </div>
        </div>
      </section>
      <Suspense fallback={<div className="h-dvh" />}>
        <ServiceBody link={key} />
      </Suspense>
    </>
  );
}
