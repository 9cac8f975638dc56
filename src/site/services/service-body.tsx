import { Link } from 'react-router-dom';
import { HOME_SIZES, type ServiceType } from '../../core/domain/booking-choices.ts';
import { NAMED_SERVICES, type NamedServiceKey } from '../../core/domain/named-services.ts';
import { buttonClass } from '../../ui/button.ts';
import { CheckList } from '../../ui/check-list.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Picture } from '../../ui/picture.tsx';
import { COMPANY } from '../content/company.ts';
import { jobPrice } from '../content/price-texts.ts';
import { Questions } from '../layout/faq.tsx';
import { SEARCH_NAMES } from './search-names.ts';
import { SERVICE_DETAILS } from './service-details.ts';
// Of the overview's file, so that no third one holds the services of both.
import { KINDS } from './services-page.tsx';

/** The time and the price for each size, by the owner's figures. Nothing without them. */
function Durations({ type }: { type: ServiceType }) {
  const price = COMPANY.prices[type];
  const estimates = Object.values(HOME_SIZES).flatMap((size, i) => {
    const text = price && jobPrice(price, price.hours[i]);
    return text ? [{ size, text }] : [];
  });
  if (estimates.length === 0) return null;
  return (
    <section className="rounded-3xl bg-sand p-6 sm:p-8">
      <h2 className="text-2xl font-bold">How long it takes</h2>
      <dl className="mt-4 grid gap-2">
        {estimates.map(({ size, text }) => (
          <div key={size} className="flex flex-wrap justify-between gap-x-6">
            <dt className="font-semibold text-heading">{size}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 text-sm text-muted">{COMPANY.called}</p>
    </section>
  );
}

/** The rest of a service's page: included and excluded work, durations, steps and questions. */
export default function ServiceBody({ link }: { link: NamedServiceKey }) {
  const kind = KINDS.find((services) => services.some((service) => service.link === link)) ?? [];
  const { excluded, questions } = SERVICE_DETAILS[link];
  const name = SEARCH_NAMES[link];
  return (
    <>
      {kind
        .filter((service) => service.link === link)
        .map(({ description, image, features }) => (
          <div
            key={link}
            className="mx-auto grid max-w-6xl items-start gap-8 px-4 py-10 sm:px-6 lg:grid-cols-2 lg:gap-12 lg:py-16"
          >
            <div className="grid gap-8">
              {image && (
                <Picture
                  {...image}
                  sizes="(min-width: 64rem) 34rem, calc(100vw - 2rem)"
                  className="rounded-[2rem] shadow-card"
                  first
                />
              )}
              <p className="text-xl text-heading">{description}</p>
              <Durations type={NAMED_SERVICES[link].type} />
            </div>
            <div className="grid gap-8">
              <section>
                <h2 className="mb-4 text-2xl font-bold">What is included</h2>
                <CheckList items={features} />
              </section>
              <section>
                <h2 className="mb-4 text-2xl font-bold">What is not</h2>
                <ul className="grid gap-2">
                  {excluded.map((text) => (
                    <li key={text} className="flex items-start gap-2.5">
                      <Icon name="close" className="mt-1 size-4 text-muted" />
                      <span>{text}</span>
                    </li>
                  ))}
                </ul>
              </section>
              <section className="rounded-3xl bg-tint p-6 sm:p-8">
                <h2 className="text-2xl font-bold">How it works</h2>
                <ol className="mt-4 grid list-decimal gap-3 pl-5 marker:font-bold">
                  {Object.values(COMPANY.steps).map(({ title, text }) => (
                    <li key={title}>
                      <strong className="block text-heading">{title}</strong>
                      <span>{text}</span>
                    </li>
                  ))}
                </ol>
              </section>
            </div>
          </div>
        ))}
      <Questions
        title={`About ${name.charAt(0).toLowerCase()}${name.slice(1)}`}
        questions={questions}
      />
      <section className="mx-auto max-w-6xl px-4 pb-16 sm:px-6 lg:pb-24">
        <h2 className="text-2xl font-bold">More of our services</h2>
        <ul className="mt-4 flex flex-wrap gap-3">
          {kind
            .filter((other) => other.link !== link)
            .map((other) => (
              <li key={other.link}>
                <Link to={`/services/${other.link}`} className={buttonClass('secondary')}>
                  {other.title}
                </Link>
              </li>
            ))}
          <li>
            <Link to="/services" className={buttonClass('secondary')}>
              All nine services
            </Link>
          </li>
        </ul>
      </section>
    </>
  );
}
