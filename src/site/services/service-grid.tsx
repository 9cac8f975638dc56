import { useId } from 'react';
import { Link } from 'react-router-dom';
import {
  isNamedService,
  linkedChoice,
  type ServiceLink,
} from '../../core/domain/named-services.ts';
import { priceExample, priceText } from '../content/price-texts.ts';
import { buttonClass } from '../../ui/button.ts';
import { CheckList } from '../../ui/check-list.tsx';
import { Picture, type PictureFile } from '../../ui/picture.tsx';

/** A service, as its card shows it. */
export interface Service {
  title: string;
  /** The service's key in links to the booking form. */
  link: ServiceLink;
  description: string;
  image?: { picture: PictureFile; alt: string };
  features: readonly string[];
}

/** A service's price and a typical job. Hidden when the owner has set no price. */
function CardPrice({ link }: { link: ServiceLink }) {
  const type = linkedChoice(link)?.service_type;
  const price = type && priceText(type);
  if (!price) return null;
  return (
    <div className="min-w-40 flex-1">
      <p className="text-lg font-bold text-heading">{price}</p>
      <p className="text-sm text-muted empty:hidden">{priceExample(type)}</p>
    </div>
  );
}

/**
 * A service with picture, features and booking link, as tall as its container. `first`: the picture
 * at the top of the page, loaded at once.
 */
function ServiceCard({
  title,
  link,
  description,
  image,
  features,
  first = false,
}: Service & { first?: boolean }) {
  const titleId = useId();
  return (
    <article className="service-card flex h-full flex-col overflow-hidden rounded-3xl border border-line bg-surface shadow-card">
      {image && (
        <Picture
          {...image}
          first={first}
          sizes="(min-width: 72rem) 22rem, (min-width: 64rem) 30vw, (min-width: 40rem) 45vw, 6rem"
          className="aspect-video object-cover object-[50%_30%]"
        />
      )}
      <div className="flex flex-1 flex-col gap-4 p-6">
        <div className="grid content-start gap-2">
          <h3 id={titleId} className="text-xl font-bold">
            {title}
          </h3>
          <p>{description}</p>
        </div>
        <div className="flex-1">
          <CheckList items={features} />
        </div>
        {isNamedService(link) && (
          <Link
            to={`/services/${link}`}
            className="inline-flex min-h-6 items-center justify-self-start pointer-coarse:min-h-11 font-semibold text-brand underline underline-offset-4"
          >
            {`More about ${title}`}
          </Link>
        )}
        <div className="flex flex-wrap items-center gap-4">
          <CardPrice link={link} />
          <Link
            to={`/booking?service=${link}`}
            aria-describedby={titleId}
            className={`${buttonClass('secondary')} shrink-0 whitespace-nowrap`}
          >
            Book Now
          </Link>
        </div>
      </div>
    </article>
  );
}

interface ServiceGridProps {
  services: readonly Service[];
  /** The page's first picture. */
  first?: boolean;
}

export function ServiceGrid({ services, first = false }: ServiceGridProps) {
  return (
    <ul className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
      {services.map((service, index) => (
        <li key={service.title}>
          <ServiceCard {...service} first={first && index === 0} />
        </li>
      ))}
    </ul>
  );
}
