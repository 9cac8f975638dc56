import { Link } from 'react-router-dom';
import type { GalleryImage } from '../../core/server/public-reads.ts';
import { pictureAddress } from '../../runtime/read-public.ts';
import { logFailure, useShownRows } from '../../runtime/use-shown-rows.ts';
import { COMPANY, SAMPLES } from '../content/company.ts';
import { SkeletonList } from '../../ui/skeleton.tsx';
import { Thumbnail } from '../gallery/thumbnail.tsx';
import { HomeSection } from './home-section.tsx';

/** The first picture is large, beside the others or above them. */
const gridClass = 'grid grid-cols-2 gap-3 sm:grid-cols-3 sm:gap-6';
const tileClass =
  'aspect-[4/3] overflow-hidden rounded-3xl bg-line first:col-span-2 sm:first:row-span-2';

function PictureLink({ url, alt, is_pair: isPair, isLarge }: GalleryImage & { isLarge: boolean }) {
  return (
    <Link to="/gallery" className="block size-full rounded-3xl -outline-offset-3">
      <Thumbnail url={pictureAddress(url)} alt={alt} isPair={isPair} isLarge={isLarge} />
    </Link>
  );
}

/**
 * The newest pictures of the gallery; nothing without pictures or after a failure. A placeholder
 * keeps their place while they load.
 */
export default function NewestPictures() {
  const list = useShownRows('homePictures', logFailure);
  if (list.status === 'ready' && list.rows.length === 0) return null;
  return (
    <HomeSection
      title="Our work"
      text={
        SAMPLES.length > 0
          ? 'Drawn scenes of typical jobs, until our photographs are here.'
          : `Recent jobs${COMPANY.region && ` in ${COMPANY.region}`}.`
      }
      more={{ path: '/gallery', label: 'See All Pictures' }}
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
          {list.rows.map((image, index) => (
            <li key={image.id} className={tileClass}>
              <PictureLink {...image} isLarge={index === 0} />
            </li>
          ))}
        </ul>
      )}
    </HomeSection>
  );
}
