import { useState } from 'react';
import { pictureAddress } from '../../runtime/picture-address.ts';
import { SkeletonList } from '../../ui/skeleton-list.tsx';
import { AsOf } from '../lists/as-of.tsx';
import { EmptyList } from '../lists/empty-list.tsx';
import { logFailure, useShownRows } from '../lists/use-shown-rows.ts';
import { CategoryFilter, type Filter } from './category-filter.tsx';
import { GalleryGrid } from './gallery-grid.tsx';
import { gridClass, tileClass } from './grid-class.ts';

/** The pictures of all categories or of one, newest first. */
export function Gallery() {
  const list = useShownRows('gallery', logFailure);
  const [filter, setFilter] = useState<Filter>('All');

  if (list.status === 'loading') {
    return (
      <>
        <CategoryFilter chosen={filter} onChoose={setFilter} />
        <SkeletonList label="Loading images" count={6} className={gridClass} itemClassName={tileClass} />
      </>
    );
  }
  const images = list.rows
    .filter(({ category }) => filter === 'All' || category === filter)
    .map((image) => ({ ...image, url: pictureAddress(image.url) }));
  return (
    <>
      <CategoryFilter chosen={filter} onChoose={setFilter} />
      <AsOf storedAt={list.storedAt} />
      <p role="status" className="sr-only">
        {images.length === 1 ? '1 image' : `${images.length} images`}
      </p>
      {images.length === 0 ? <EmptyList text="No images found in this category" /> : <GalleryGrid images={images} />}
    </>
  );
}
