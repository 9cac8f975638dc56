import { useMemo } from 'react';
import type { ReplicaRow } from '../../core/server/admin-backend.ts';
import { useLastVisit } from '../list/new-rows.ts';
import { SelectField } from '../../ui/select-field.tsx';
import { WaitingAdditions } from '../create/waiting-creations.tsx';
import { DELETION_TEXTS } from '../list/deletion-texts.ts';
import { ListBody, ListHeader, ListNotice } from '../list/list-body.tsx';
import { useRowKeys } from '../list/row-keys.ts';
import { useFetchFailure } from '../list/fetch-failure.ts';
import { useEntityList, useNewest, type Selection } from '../list/use-entity-list.ts';
import { useListParams } from '../list/list-address.ts';
import { WaitingDeletions } from '../list/waiting-deletions.tsx';
import { PictureTile } from './picture-tile.tsx';
import { CATEGORY_OPTIONS, UploadCard } from './upload-card.tsx';

const ENTITY = 'gallery_images';
const ALL = 'all';
const FILTERS = { [ALL]: 'All Categories', ...CATEGORY_OPTIONS };

interface PictureGridProps {
  pictures: readonly ReplicaRow<typeof ENTITY>[];
  selection: Selection;
}

function PictureGrid({ pictures, selection }: PictureGridProps) {
  const { listKeys, rowKeys } = useRowKeys(pictures.map(({ id }) => id));
  return (
    <ul
      {...listKeys}
      aria-label="Gallery images"
      className="grid grid-cols-2 gap-3 sm:gap-4 md:grid-cols-3 wider:grid-cols-4"
    >
      {pictures.map((picture) => (
        <PictureTile
          key={picture.id}
          picture={picture}
          checked={selection.selectedRows.has(picture.id)}
          onToggle={() => selection.toggle(picture.id)}
          keys={rowKeys(picture.id)}
        />
      ))}
    </ul>
  );
}

/** The pictures of one category or all, newest first, to view and delete. */
function GalleryList() {
  const [params, change] = useListParams();
  const filter = params.get('category') ?? ALL;
  const matches = useMemo(
    () =>
      filter === ALL ? undefined : ({ category }: ReplicaRow<typeof ENTITY>) => category === filter,
    [filter],
  );
  const entityList = useEntityList(ENTITY, { matches });
  const { selection, waiting, undo } = entityList;
  const newest = useNewest(ENTITY);
  useLastVisit(ENTITY, matches ? null : newest);
  useFetchFailure();

  return (
    <>
      <WaitingDeletions waiting={waiting} texts={DELETION_TEXTS[ENTITY]} onUndo={undo} />
      <WaitingAdditions entity={ENTITY} />
      <div className="sm:max-w-xs">
        <SelectField
          id="gallery-filter"
          label="Filter by Category:"
          options={FILTERS}
          value={filter}
          onChange={({ target }) => change({ category: target.value === ALL ? '' : target.value })}
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
        {(rows) => <PictureGrid pictures={rows} selection={selection} />}
      </ListBody>
    </>
  );
}

export default function GalleryManager() {
  return (
    <div className="flex flex-col gap-6">
      <ListHeader
        title="Gallery Manager"
        subtitle="Upload and manage the pictures of the public gallery"
      />
      <UploadCard />
      <GalleryList />
    </div>
  );
}
