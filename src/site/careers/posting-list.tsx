import { useRef } from 'react';
import { Link } from 'react-router-dom';
import type { Posting } from '../../core/server/public-reads.ts';
import type { ReadyList } from '../../runtime/use-shown-rows.ts';
import { Clamped } from '../../ui/clamped.tsx';
import { smallButtonClass } from '../../ui/button.ts';
import { CheckList } from '../../ui/check-list.tsx';
import { Icon } from '../../ui/icon.tsx';
import { AsOf, EmptyList, NotRead } from '../layout/list-parts.tsx';

/** The address of a position's own page. */
export const positionPath = (id: string) => `/careers?position=${id}`;

interface PostingCardProps {
  posting: Posting;
  isSelected: boolean;
  /** Another position is chosen: small screens show only the chosen one above the form. */
  makesWay: boolean;
  /** The page lists other positions too. */
  isInList: boolean;
  onSelect: () => void;
  /** Scrolls to the form, which may be far below. */
  onApply: () => void;
  disabled: boolean;
}

/** An open position that can be chosen: a radio button whose label covers the card. */
function PostingCard({
  posting,
  isSelected,
  makesWay,
  isInList,
  onSelect,
  onApply,
  disabled,
}: PostingCardProps) {
  const card = useRef<HTMLLIElement>(null);

  const { id, title, location, type, description, requirements } = posting;
  return (
    <li
      ref={card}
      className={`relative grid gap-4 rounded-3xl border-2 p-5 shadow-card transition-colors has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus sm:p-6 ${
        isSelected ? 'border-brand bg-tint' : 'border-line bg-surface hover:border-control'
      } ${makesWay ? 'max-lg:hidden' : ''}`}
    >
      <div className="flex items-start gap-3">
        <input
          type="radio"
          id={`position-${id}`}
          name="career_id"
          value={id}
          checked={isSelected}
          onChange={() => {
            onSelect();
            // The cards above it may have been removed.
            requestAnimationFrame(() => card.current?.scrollIntoView({ block: 'nearest' }));
          }}
          disabled={disabled}
          aria-describedby={`position-facts-${id}`}
          className="relative z-10 mt-1 size-6 shrink-0 accent-brand outline-none"
        />
        <h3 dir="auto" className="flex-1 text-xl font-bold">
          <label htmlFor={`position-${id}`} className="cursor-pointer after:absolute after:inset-0">
            {title}
          </label>
        </h3>
        {isSelected && (
          <p className="inline-flex items-center gap-1.5 text-sm font-bold text-brand">
            <Icon name="check" className="size-4" />
            Selected
          </p>
        )}
      </div>
      <p id={`position-facts-${id}`} className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <span className="inline-flex items-center gap-1.5">
          <Icon name="pin" />
          <span dir="auto">{location}</span>
        </span>
        <span
          dir="auto"
          className="rounded-full border border-brand px-3 py-0.5 text-sm font-semibold text-brand"
        >
          {type}
        </span>
      </p>
      <Clamped
        text={[description, ...(requirements ?? [])].join('\n')}
        name={`Description of ${title}`}
      >
        <div dir="auto" className="grid gap-4">
          <p className="whitespace-pre-line">{description}</p>
          {requirements && requirements.length > 0 && <CheckList items={requirements} />}
        </div>
      </Clamped>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 empty:hidden">
        {isSelected && (
          <button
            type="button"
            onClick={onApply}
            className={`${smallButtonClass('primary')} relative`}
          >
            Apply for this position
          </button>
        )}
        {isInList && (
          <Link
            to={positionPath(id)}
            className="relative inline-flex min-h-11 items-center text-sm font-semibold text-brand underline underline-offset-4"
          >
            View this position<span className="sr-only">{`: ${title}`}</span>
          </Link>
        )}
      </div>
    </li>
  );
}

interface PostingListProps {
  /** The id of the group, for links to it. */
  id: string;
  list: ReadyList<Posting>;
  /** The position of this page's address: the only one shown. */
  opened: Posting | undefined;
  selectedId: string;
  /** Called with an empty id to choose another position. */
  onSelect: (id: string) => void;
  onApply: () => void;
  disabled: boolean;
  error?: string | undefined;
}

/** The open positions, of which one can be chosen. */
export default function PostingList({
  id,
  list,
  opened,
  selectedId,
  onSelect,
  onApply,
  disabled,
  error,
}: PostingListProps) {
  const group = useRef<HTMLDivElement>(null);
  const shown = opened ? [opened] : list.rows;
  const isChosen = shown.some((posting) => posting.id === selectedId);
  return (
    <div className="grid gap-6">
      <NotRead what="The open positions" failure={list.failure} />
      <div
        ref={group}
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
            <span>{error}</span>
          </p>
        )}
        <AsOf storedAt={list.storedAt} />
        {list.rows.length === 0 ? (
          <EmptyList text="No open positions at the moment" />
        ) : (
          <ul className="grid gap-4">
            {shown.map((posting) => (
              <PostingCard
                key={posting.id}
                posting={posting}
                isSelected={posting.id === selectedId}
                makesWay={isChosen && posting.id !== selectedId}
                isInList={!opened}
                onSelect={() => onSelect(posting.id)}
                onApply={onApply}
                disabled={disabled}
              />
            ))}
          </ul>
        )}
      </div>
      {opened && list.rows.length > 1 && (
        <Link to="/careers" className={`${smallButtonClass('secondary')} justify-self-start`}>
          See all open positions
        </Link>
      )}
      {isChosen && shown.length > 1 && (
        <button
          type="button"
          disabled={disabled}
          onClick={() => {
            group.current?.focus();
            onSelect('');
          }}
          className={`${smallButtonClass('secondary')} justify-self-start lg:hidden`}
        >
          Choose another position
        </button>
      )}
    </div>
  );
}
