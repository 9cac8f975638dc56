import { useState } from 'react';
import type { RowOf } from '../../core/backend/admin-backend.ts';
import { Icon } from '../../ui/icon.tsx';
import { SelectBox, selectBoxId } from '../list/select-box.tsx';

interface PictureTileProps {
  picture: RowOf<'gallery_images'>;
  checked: boolean;
  onToggle: () => void;
}

/**
 * A picture that can be ticked. What it shows is told on hover and focus; where nothing hovers, and where the picture
 * itself can't be had, always.
 */
export function PictureTile({ picture: { id, url, alt, category }, checked, onToggle }: PictureTileProps) {
  const [failed, setFailed] = useState(false);
  const covered = '[@media(hover:hover)]:opacity-0 group-hover:opacity-100 group-focus-within:opacity-100';

  return (
    <li className="group relative aspect-[4/3] overflow-hidden rounded-2xl bg-line has-checked:outline-4 has-checked:outline-brand">
      <label htmlFor={selectBoxId(id)} className="absolute inset-0 grid cursor-pointer place-items-center">
        {failed ? (
          <Icon name="image" className="mb-8 size-8 text-muted" />
        ) : (
          <img
            src={url}
            alt={alt}
            width={640}
            height={480}
            crossOrigin="anonymous"
            loading="lazy"
            decoding="async"
            onError={() => setFailed(true)}
            className="size-full object-cover dark:brightness-90"
          />
        )}
        <span className={`absolute inset-x-0 bottom-0 grid bg-surface/95 px-3 py-2 text-heading transition-opacity ${failed ? '' : covered}`}>
          <span className="text-sm font-bold">{category}</span>
          <span aria-hidden={!failed} className="line-clamp-2 text-xs">
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
