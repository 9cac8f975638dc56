import { ENTITIES, rowsName, type Entity } from '../../core/domain/entities.ts';
import { smallButtonClass } from '../../ui/button.ts';
import { focusHeading } from '../../ui/page-change.ts';

interface NewRowsBarProps {
  entity: Entity;
  /** The number of new rows that are not shown yet. */
  count: number;
  onShow: () => void;
}

/**
 * Says that rows arrived while the list was read, and shows them on request. It lies over the line
 * below the tools, between its controls, and takes no room: nothing moves under a finger.
 */
export function NewRowsBar({ entity, count, onShow }: NewRowsBarProps) {
  const kind = (count === 1 ? ENTITIES[entity].one : rowsName(entity)).toLowerCase();
  const text = `${count} new ${kind}`;
  return (
    <>
      <p role="status" className="sr-only">
        {count > 0 && text}
      </p>
      {count > 0 && (
        <div className="sticky short:top-2 top-[calc(var(--portal-header)+3.5rem)] z-9 -mt-4 flex h-0 justify-end sm:justify-center wide:-mt-3">
          <div className="flex h-fit translate-y-4 items-center gap-3 rounded-full border border-brand bg-surface py-0.5 pr-1 pl-4 shadow-float wide:translate-y-3">
            <p aria-hidden className="text-sm font-semibold whitespace-nowrap text-heading">
              <span>{`${count} new`}</span>
              <span className="max-sm:hidden">{` ${kind}`}</span>
            </p>
            <button
              type="button"
              aria-label={`Show ${text}`}
              className={smallButtonClass('primary')}
              onClick={() => {
                onShow();
                scrollTo({ top: 0, behavior: 'instant' });
                focusHeading();
              }}
            >
              Show
            </button>
          </div>
        </div>
      )}
    </>
  );
}
