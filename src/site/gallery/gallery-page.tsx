import { useState } from 'react';
import type { GalleryImage } from '../../core/server/public-reads.ts';
import { GALLERY_CATEGORIES } from '../../core/domain/gallery.ts';
import { pictureAddress } from '../../runtime/read-public.ts';
import { logFailure, useShownRows, type ReadyList } from '../../runtime/use-shown-rows.ts';
import { SkeletonList } from '../../ui/skeleton.tsx';
import { SAMPLES } from '../content/company.ts';
import { CallToAction } from '../layout/call-to-action.tsx';
import { PageHead, PageTitle } from '../layout/page-head.tsx';
import { AsOf, EmptyList, NotRead } from '../layout/list-parts.tsx';
import { PLACES_ID } from './early-pictures.tsx';
import { GalleryGrid, gridClass, tileClass } from './gallery-grid.tsx';

const FILTERS = ['All', ...GALLERY_CATEGORIES] as const;
type Filter = (typeof FILTERS)[number];

interface CategoryFilterProps {
  chosen: Filter;
  onChoose: (filter: Filter) => void;
}

function CategoryFilter({ chosen, onChoose }: CategoryFilterProps) {
  return (
    <div role="group" aria-label="Filter by category" className="mb-8 flex flex-wrap gap-2">
      {FILTERS.map((filter) => (
        <button
          key={filter}
          type="button"
          aria-pressed={filter === chosen}
          onClick={() => onChoose(filter)}
          className="min-h-11 rounded-full border-2 border-line bg-surface px-5 font-semibold text-heading transition-colors hover:border-brand aria-pressed:border-brand aria-pressed:bg-brand aria-pressed:text-on-brand"
        >
          {filter}
        </button>
      ))}
    </div>
  );
}

const SampleNote = () =>
  SAMPLES.length > 0 && (
    <p className="mb-6 text-sm text-muted">
      Sample pictures: drawn scenes of typical jobs, not photographs.
    </p>
  );

/** The pictures of all categories or of one, newest first. */
export function Gallery() {
  const list = useShownRows('gallery', logFailure);
  const [filter, setFilter] = useState<Filter>('All');

  return (
    <>
      <CategoryFilter chosen={filter} onChoose={setFilter} />
      <NotRead what="The gallery" failure={list.status === 'ready' ? list.failure : null} />
      {list.status === 'loading' ? (
        <>
          <SampleNote />
          <SkeletonList
            id={PLACES_ID}
            label="Loading images"
            count={6}
            className={gridClass}
            itemClassName={`overflow-hidden ${tileClass}`}
          />
        </>
      ) : (
        <Images list={list} filter={filter} />
      )}
    </>
  );
}

function Images({ list, filter }: { list: ReadyList<GalleryImage>; filter: Filter }) {
  const images = list.rows
    .filter(({ category }) => filter === 'All' || category === filter)
    .map((image) => ({ ...image, url: pictureAddress(image.url) }));
  return (
    <>
      <AsOf storedAt={list.storedAt} />
      {images.length > 0 && <SampleNote />}
      <p role="status" className="sr-only">
        {images.length === 1 ? '1 image' : `${images.length} images`}
      </p>
      {images.length === 0 ? (
        <EmptyList text="No images found in this category" />
      ) : (
        <GalleryGrid images={images} />
      )}
    </>
  );
}

export default function GalleryPage() {
  return (
    <>
      <PageHead
        title="Our Work"
        description="Homes, workplaces and specialist jobs, some before and after."
      />
      <PageTitle title="Our Work">
        Homes, workplaces and specialist jobs, some before and after.
      </PageTitle>
      <div className="mx-auto max-w-6xl px-4 pt-8 pb-16 sm:px-6 lg:pt-12 lg:pb-24">
        <Gallery />
      </div>
      <CallToAction title="Shall we do yours next?" action="Book a Service">
        Choose a service, a day and a time. Not sure what your place needs? Tell us about it in the
        notes.
      </CallToAction>
    </>
  );
}
