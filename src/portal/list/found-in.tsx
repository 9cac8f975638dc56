import { format, parseISO } from 'date-fns';
import { use } from 'react';
import { marksIn, matchesAll, type Term } from '../../core/domain/search-query.ts';
import { searchTextOf, type RowField } from '../../core/domain/search-text.ts';
import { formatInLondon } from '../format-in-london.ts';
import { ListMarksContext } from './marks.tsx';

/** A field's text as cards show it. */
function shownText<Row>({ of, kind }: RowField<Row>, row: Row): string {
  const value = of(row) ?? '';
  if (kind === 'time') return formatInLondon(value, 'MMM dd, yyyy');
  return kind === 'day' ? format(parseISO(value), 'EEEE, MMMM dd, yyyy') : value;
}

/** The labels of the fields by which a search found a row, for the terms that no shown text marks. */
export function unmarkedFields<Row>(
  fields: readonly RowField<Row>[],
  row: Row,
  terms: readonly Term[],
): string[] {
  if (terms.length === 0) return [];
  const texts = fields.map((field) => shownText(field, row));
  const unmarked = terms.filter((term) =>
    texts.every((text) => marksIn(text, [term]).length === 0),
  );
  return fields
    .filter((field) => unmarked.some((term) => matchesAll(searchTextOf([field], row), [term])))
    .map(({ label }) => label);
}

interface FoundInProps<Row> {
  fields: readonly RowField<Row>[];
  row: Row;
}

/** Names the fields by which a search found a row, where no mark shows them: `St` for `Street`. */
export function FoundIn<Row>({ fields, row }: FoundInProps<Row>) {
  const labels = unmarkedFields(fields, row, use(ListMarksContext).terms);
  return (
    labels.length > 0 && (
      <p className="mt-2 text-sm text-muted wide:mt-0.5 wide:pl-9">{`Found in: ${labels.join(', ')}`}</p>
    )
  );
}
