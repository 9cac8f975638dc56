import { useId, useRef, useState } from 'react';
import { ENTITIES, type Entity } from '../../core/domain/entities.ts';
import type { Tally } from './use-entity-list.ts';
import { countText } from '../../ui/count-text.ts';
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

/** The tools of a list: search, filter, print and export. */
export function ListTools<E extends Entity>({ screen, search, tally }: ListToolsProps<E>) {
  const { entity, filter, Print = PrintListButton } = screen;
  const { matches } = search;
  const tools = useRef<HTMLDivElement>(null);

  const showAll = () => {
    search.clear();
    // The focused button is removed.
    tools.current?.querySelector<HTMLInputElement>('input[type=search]')?.focus();
  };

  return (
    <div ref={tools} role="search" className="grid gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <div className="w-full sm:w-auto sm:flex-1">
          <SearchField label={screen.searchLabel} search={search} />
        </div>
        {filter && <FilterFields filter={filter} />}
        <Print screen={screen} matches={matches} tally={tally} />
        <ExportButton screen={screen} matches={matches} />
      </div>
      <div className="flex flex-wrap items-center gap-x-3 has-[>p:empty:only-child]:hidden">
        <p role="status" className="font-semibold text-heading empty:hidden">
          {tally &&
            `${countText(tally.matches)} of ${countText(tally.total)} ${ENTITIES[entity].many.toLowerCase()}`}
        </p>
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
    </div>
  );
}

/** A button that opens the filter's fields, with the number in use. */
function FilterFields<Row>({ filter: { params, Fields } }: { filter: ListFilter<Row> }) {
  const [address] = useListParams();
  const [open, setOpen] = useState(false);
  const id = useId();
  const used = params.filter((name) => address.get(name)).length;
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
