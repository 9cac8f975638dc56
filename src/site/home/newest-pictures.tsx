import { Link } from 'react-router-dom';
import type { GalleryImage } from '../../core/server/public-reads.ts';
import { pictureAddress } from '../../runtime/read-public.ts';
import { logFailure, useShownRows } from '../../runtime/use-shown-rows.ts';
import { SkeletonList } from '../../ui/skeleton.tsx';
import { HomeSection } from './home-section.tsx';

const gridClass = 'grid grid-cols-2 gap-3 sm:grid-cols-3 sm:gap-6';
/** On a phone, the first one is large. */
const tileClass =
  'aspect-[4/3] overflow-hidden rounded-3xl bg-line max-sm:first:col-span-2 max-sm:first:aspect-[2/1]';

/** A picture that leads to the others. */
function PictureLink({ url, alt }: GalleryImage) {
  return (
    <Link to="/gallery" className="block size-full rounded-3xl -outline-offset-3">
      <img
        src={pictureAddress(url)}
        alt={alt}
        width={640}
        height={480}
        crossOrigin="anonymous"
        loading="lazy"
        decoding="async"
        className="size-full rounded-3xl object-cover dark:dimmed"
      />
    </Link>
  );
}

/** The newest pictures of the gallery; nothing where there are none, or none could be had. Their place is kept while they load. */
export default function NewestPictures() {
  const list = useShownRows('homePictures', logFailure);
  if (list.status === 'ready' && list.rows.length === 0) return null;
  return (
    <HomeSection
      title="Our work"
      text="Recent jobs in Paisley and Glasgow."
      more={{ path: '/gallery', label: 'See All Pictures' }}
      className="pt-0 lg:pt-0"
    >
      {list.status === 'loading' ? (
        <SkeletonList
          label="Loading pictures"
          count={3}
          className={gridClass}
          itemClassName={tileClass}
        />
      ) : (
        <ul className={gridClass}>
          {list.rows.map((image) => (
            <li key={image.id} className={tileClass}>
              <PictureLink {...image} />
            </li>
          ))}
        </ul>
      )}
    </HomeSection>
  );
}
