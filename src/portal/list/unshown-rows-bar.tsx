import { ENTITIES, type Entity } from '../../core/domain/entities.ts';
import { smallButtonClass } from '../../ui/button.ts';
import { focusHeading } from '../../ui/page-change.ts';

interface UnshownRowsBarProps {
  entity: Entity;
  /** How many rows came meanwhile. */
  count: number;
  onShow: () => void;
}

/** Says that rows came while the list was read, and shows them when a person asks. It stays in sight, however far down that is. */
export function UnshownRowsBar({ entity, count, onShow }: UnshownRowsBarProps) {
  const { one, many } = ENTITIES[entity];
  const text = `${count} new ${(count === 1 ? one : many).toLowerCase()}`;
  return (
    <>
      <p role="status" className="sr-only">
        {count > 0 && text}
      </p>
      {count > 0 && (
        <div className="sticky top-28 z-5 flex items-center gap-3 self-center rounded-full border border-brand bg-surface py-1 pr-1.5 pl-4 shadow-float sm:top-20">
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
