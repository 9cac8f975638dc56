import type { Career } from '../../core/backend/public-reads.ts';
import { Icon } from '../../ui/icon.tsx';
import { AsOf } from '../lists/as-of.tsx';
import { EmptyList } from '../lists/empty-list.tsx';
import type { ReadyList } from '../lists/use-shown-rows.ts';
import { PositionCard } from './position-card.tsx';

interface PositionListProps {
  /** The id of the group, for who leads to it. */
  id: string;
  list: ReadyList<Career>;
  selectedId: string;
  onSelect: (id: string) => void;
  onApply: () => void;
  disabled: boolean;
  error?: string | undefined;
}

/** The open positions, of which one can be chosen. */
export default function PositionList({ id, list, selectedId, onSelect, onApply, disabled, error }: PositionListProps) {
  return (
    <div
      id={id}
      role="radiogroup"
      tabIndex={-1}
      aria-labelledby="open-positions"
      aria-invalid={error ? true : undefined}
      aria-describedby={error && `${id}-error`}
      className="rounded-3xl"
    >
      {error && (
        <p id={`${id}-error`} className="mb-4 flex items-start gap-1.5 font-semibold text-danger">
          <Icon name="alert" className="mt-1 size-4" />
          {error}
        </p>
      )}
      <AsOf storedAt={list.storedAt} />
      {list.rows.length === 0 ? (
        <EmptyList text="No open positions at the moment" />
      ) : (
        <ul className="grid gap-4">
          {list.rows.map((position) => (
            <PositionCard
              key={position.id}
              position={position}
              isSelected={position.id === selectedId}
              onSelect={() => onSelect(position.id)}
              onApply={onApply}
              disabled={disabled}
            />
          ))}
        </ul>
      )}
    </div>
  );
}
