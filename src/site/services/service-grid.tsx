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
import { Icon, type IconName } from '../../ui/icon.tsx';
import { Picture, type PictureFile } from '../../ui/picture.tsx';

/** A service, as its card shows it. */
export interface Service {
  title: string;
  /** The service's key in links to the booking form. */
  link: ServiceLink;
  description: string;
  icon?: IconName;
  image?: { picture: PictureFile; alt: string };
  features: readonly string[];
}

/** A service's price and a typical job. Hidden when the owner has set no price. */
function CardPrice({ link }: { link: ServiceLink }) {
  const type = linkedChoice(link)?.service_type;
  const price = type && priceText(type);
  if (!price) return null;
  return (
    // As high without an example, so that the prices of a row are level.
    <div className="sm:min-h-18">
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
  icon,
  image,
  features,
  first = false,
}: Service & { first?: boolean }) {
  const titleId = useId();
  return (
    <article className="flex h-full flex-col overflow-hidden rounded-3xl border border-line bg-surface shadow-card">
      {image && (
        <Picture
          {...image}
          first={first}
          sizes="(min-width: 72rem) 22rem, (min-width: 64rem) 30vw, (min-width: 40rem) 45vw, calc(100vw - 2rem)"
          className="aspect-video object-cover object-[50%_30%]"
        />
      )}
      <div className="flex flex-1 flex-col gap-4 p-6">
        <h3 id={titleId} className="flex items-center gap-3 text-xl font-bold">
          {icon && (
            <span className="grid size-10 shrink-0 place-items-center rounded-xl bg-tint text-brand">
              <Icon name={icon} />
            </span>
          )}
          <span>{title}</span>
        </h3>
        <p>{description}</p>
        <div className="flex-1">
          <CheckList items={features} />
        </div>
        {isNamedService(link) && (
          <Link
            to={`/services/${link}`}
            className="inline-flex min-h-6 items-center justify-self-start font-semibold text-brand underline underline-offset-4"
          >
            {`More about ${title}`}
          </Link>
        )}
        <CardPrice link={link} />
        <Link
          to={`/booking?service=${link}`}
          aria-describedby={titleId}
          className={`${buttonClass('secondary')} mt-2`}
        >
          Book Now
        </Link>
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
