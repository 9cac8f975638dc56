import { useState } from 'react';
import { smallPicture } from '../../core/domain/gallery.ts';
import type { ReplicaRow } from '../../core/server/admin-backend.ts';
import { pictureAddress } from '../../runtime/read-public.ts';
import { useFailedPicture } from '../../ui/avatar.tsx';
import { Icon } from '../../ui/icon.tsx';
import { SelectBox, selectBoxId } from '../list/entity-grid.tsx';
import type { useRowKeys } from '../list/row-keys.ts';

interface PictureTileProps {
  picture: ReplicaRow<'gallery_images'>;
  checked: boolean;
  onToggle: () => void;
  /** The keyboard navigation of its list. */
  keys: ReturnType<ReturnType<typeof useRowKeys>['rowKeys']>;
}

/** Over the picture's bottom edge, hidden until hovered. */
const overlaid =
  '[@media(hover:hover)]:absolute [@media(hover:hover)]:inset-x-0 [@media(hover:hover)]:bottom-0 transition-opacity ' +
  '[@media(hover:hover)]:opacity-0 group-hover:opacity-100 group-focus-within:opacity-100';

/**
 * A picture that can be selected. Its description is shown on hover and focus; without hover, and
 * when the picture cannot load, always below it.
 */
export function PictureTile({
  picture: { id, url, alt, category },
  checked,
  onToggle,
  keys,
}: PictureTileProps) {
  const [failed, fail] = useFailedPicture();
  const [hasSmall, setHasSmall] = useState(true);
  const full = pictureAddress(url);
  return (
    <li
      {...keys}
      aria-label={alt}
      className="group relative overflow-hidden rounded-2xl bg-surface shadow-card has-checked:outline-4 has-checked:outline-brand"
    >
      <label htmlFor={selectBoxId(id)} className="grid cursor-pointer">
        <span
          className={`relative grid place-items-center bg-line ${failed ? 'h-16' : 'aspect-[4/3]'}`}
        >
          {failed ? (
            <Icon name="image" className="size-7 text-muted" />
          ) : (
            <img
              src={hasSmall ? smallPicture(full) : full}
              alt={alt}
              width={640}
              height={480}
              crossOrigin="anonymous"
              loading="lazy"
              decoding="async"
              onError={() => (hasSmall ? setHasSmall(false) : fail())}
              className="absolute inset-0 size-full object-cover dark:dimmed"
            />
          )}
        </span>
        <span
          className={`grid content-start bg-surface/95 px-3 py-2 text-heading wrap-anywhere ${failed ? '' : overlaid}`}
        >
          <span className="text-sm font-bold">{category}</span>
          <span
            dir="auto"
            aria-hidden={!failed}
            className={`text-xs ${failed ? '' : 'line-clamp-4'}`}
          >
            {alt}
          </span>
        </span>
      </label>
      <div className="absolute top-1.5 left-1.5 rounded-xl bg-surface/90">
        <SelectBox rowId={id} name={alt} checked={checked} onToggle={onToggle} />
      </div>
    </li>
  );
}
