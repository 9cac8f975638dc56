import { ENTITIES, type Entity } from '../../core/domain/entities.ts';
import { smallButtonClass } from '../../ui/button.ts';
import { focusHeading } from '../../ui/page-change.ts';

interface NewRowsBarProps {
  entity: Entity;
  /** The number of new rows that are not shown yet. */
  count: number;
  onShow: () => void;
}

/**
 * Says that rows arrived while the list was read, and shows them on request. It lies over the page
 * below the tools, on the side without controls, and takes no room: nothing moves under a finger.
 */
export function NewRowsBar({ entity, count, onShow }: NewRowsBarProps) {
  const { one, many } = ENTITIES[entity];
  const text = `${count} new ${(count === 1 ? one : many).toLowerCase()}`;
  return (
    <>
      <p role="status" className="sr-only">
        {count > 0 && text}
      </p>
      {count > 0 && (
        <div className="fixed top-[calc(7.5rem+env(safe-area-inset-top))] right-[max(1rem,env(safe-area-inset-right))] z-9 flex items-center gap-3 rounded-full border border-brand bg-surface py-1 pr-1.5 pl-4 shadow-float sm:top-[calc(8.25rem+env(safe-area-inset-top))] lg:right-8">
          <p aria-hidden className="text-sm font-semibold text-heading">
            {text}
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
      )}
    </>
  );
}
