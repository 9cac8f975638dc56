import { useId, useRef, useState } from 'react';
import { rowsName, type Entity } from '../../core/domain/entities.ts';
import type { Tally } from './use-entity-list.ts';
import { countText } from '../../ui/count-text.ts';
import { publishHeight } from '../../ui/publish-height.ts';
import { useSettled } from '../../ui/use-settled.ts';
import { smallButtonClass } from '../../ui/button.ts';
import { Icon } from '../../ui/icon.tsx';
import { PrintListButton } from '../print/print-list.tsx';
import type { ListScreen, ListFilter } from './list-screen.ts';
import { ExportButton } from './export-button.tsx';
import { SearchField, type ListSearch } from './search.tsx';
import { useListParams } from './list-address.ts';

interface ListToolsProps<E extends Entity> {
  screen: ListScreen<E>;
  search: ListSearch<E>;
  /** Null without a search or filter, and while it runs. */
  tally: Tally | null;
}

const publishTools = publishHeight('--list-tools');

/** Longer than the pause between two keys. */
const READ_AFTER_MS = 700;

/**
 * The tools of a list: search, filter, print and export, in reach while it scrolls. On a phone all
 * but the search are behind one button.
 */
export function ListTools<E extends Entity>({ screen, search, tally }: ListToolsProps<E>) {
  const { entity, filter, Print = PrintListButton } = screen;
  const { matches } = search;
  const tools = useRef<HTMLDivElement>(null);
  const [address] = useListParams();
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const used = filter?.params.filter((name) => address.get(name)).length ?? 0;

  const found =
    tally &&
    `${countText(tally.matches)} of ${countText(tally.total)} ${rowsName(entity).toLowerCase()}`;
  const settledFound = useSettled(found, READ_AFTER_MS);

  const showAll = () => {
    search.clear();
    // The focused button is removed.
    tools.current?.querySelector<HTMLInputElement>('input[type=search]')?.focus();
  };

  return (
    <div ref={publishTools} role="search" className="list-tools grid gap-1">
      <div ref={tools} className="flex flex-wrap items-center gap-2">
        <div className="min-w-40 flex-1">
          <SearchField label={screen.searchLabel} search={search} />
        </div>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          className={`${smallButtonClass('secondary')} min-h-12 sm:hidden`}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name="more" className="size-4" />
          <span>{used > 0 ? `Tools (${used})` : 'Tools'}</span>
        </button>
        <div
          id={id}
          className={`flex flex-wrap items-center gap-2 max-sm:w-full sm:contents ${isOpen ? '' : 'max-sm:hidden'}`}
        >
          {filter && <FilterFields filter={filter} used={used} />}
          <Print screen={screen} matches={matches} tally={tally} />
          <ExportButton screen={screen} matches={matches} />
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-x-3 has-[>p:empty:only-child]:hidden">
        <p className="font-semibold text-heading empty:hidden">{found}</p>
        {matches && (
          <button
            type="button"
            className="min-h-11 px-1 text-sm font-semibold text-brand underline underline-offset-4"
            onClick={showAll}
          >
            Show all
          </button>
        )}
      </div>
      <p role="status" className="sr-only">
        {settledFound}
      </p>
    </div>
  );
}

/** A button that opens the filter's fields, with the number in use. */
function FilterFields<Row>({
  filter: { Fields },
  used,
}: {
  filter: ListFilter<Row>;
  used: number;
}) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        className={smallButtonClass('secondary')}
        onClick={() => setOpen(!open)}
      >
        <Icon name="filter" className="size-4" />
        <span>{used > 0 ? `Filters (${used})` : 'Filters'}</span>
      </button>
      <div id={id} role="group" aria-label="Filters" hidden={!open} className="order-last w-full">
        <Fields />
      </div>
    </>
  );
}
