import { useMemo, useState } from 'react';
import type { RowOf } from '../../core/backend/admin-backend.ts';
import { SelectField } from '../../ui/select-field.tsx';
import { WaitingCreations } from '../create/waiting-creations.tsx';
import { DELETION_TEXTS } from '../list/deletion-texts.ts';
import { ListBody } from '../list/list-body.tsx';
import { ListNotice } from '../list/list-notice.tsx';
import { useEntityList } from '../list/use-entity-list.ts';
import { useFetchFailure } from '../list/use-fetch-failure.ts';
import { WaitingDeletions } from '../list/waiting-deletions.tsx';
import { CATEGORY_OPTIONS } from './category-options.ts';
import { PictureTile } from './picture-tile.tsx';

const ENTITY = 'gallery_images';
const ALL = 'all';
const categoryOf = ({ category }: RowOf<typeof ENTITY>) => category;
const FILTERS = { [ALL]: 'All Categories', ...CATEGORY_OPTIONS };

/** The pictures of all categories or of one, newest first, to be looked through and deleted. */
export function GalleryList() {
  const [filter, setFilter] = useState(ALL);
  const matches = useMemo(() => (filter === ALL ? undefined : (category: string) => category === filter), [filter]);
  const entityList = useEntityList(ENTITY, { textOf: matches && categoryOf, matches });
  const { selection, waiting, takeBack } = entityList;
  useFetchFailure();

  return (
    <>
      <WaitingDeletions waiting={waiting} texts={DELETION_TEXTS[ENTITY]} onTakeBack={takeBack} />
      <WaitingCreations entity={ENTITY} />
      <div className="sm:max-w-xs">
        <SelectField
          id="gallery-filter"
          label="Filter by Category:"
          options={FILTERS}
          value={filter}
          onChange={({ target }) => setFilter(target.value)}
        />
      </div>
      <ListBody
        entity={ENTITY}
        entityList={entityList}
        loading={
          <ListNotice>
            <p role="status">Loading images...</p>
          </ListNotice>
        }
        empty="No images found. Upload some images to get started."
      >
        {(rows) => (
          <ul aria-label="Gallery images" className="grid grid-cols-2 gap-3 sm:gap-4 md:grid-cols-3 xl:grid-cols-4">
            {rows.map((picture) => (
              <PictureTile
                key={picture.id}
                picture={picture}
                checked={selection.ids.has(picture.id)}
                onToggle={() => selection.toggle(picture.id)}
              />
            ))}
          </ul>
        )}
      </ListBody>
    </>
  );
}
