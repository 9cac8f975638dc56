import { createContext, use } from 'react';
import { marksIn, type Term } from '../../core/domain/search-query.ts';

interface ListMarks {
  /** The query of the list's search. */
  terms: readonly Term[];
  /** Rows created after this time, ISO 8601, are new; null: none are. */
  newSince: string | null;
}

/** The marks on the cards of the surrounding list. */
export const ListMarksContext = createContext<ListMarks>({ terms: [], newSince: null });

/** A text of a card with its search matches marked. */
export function Marked({ children: text }: { children: string }) {
  const { terms } = use(ListMarksContext);
  const marks = marksIn(text, terms);
  if (marks.length === 0) return <span>{text}</span>;
  return (
    <span>
      {marks.map(([start, end], index) => (
        <span key={start}>
          <span>{text.slice(marks[index - 1]?.[1] ?? 0, start)}</span>
          <mark>{text.slice(start, end)}</mark>
        </span>
      ))}
      <span>{text.slice(marks.at(-1)?.[1])}</span>
    </span>
  );
}

/** Whether a text of a card has a search match. */
export const useIsMarked = (text: string): boolean =>
  marksIn(text, use(ListMarksContext).terms).length > 0;

/** Marks a row as new since the list was last open. */
export function NewMark({ createdAt }: { createdAt: string }) {
  const { newSince } = use(ListMarksContext);
  if (newSince === null || createdAt <= newSince) return null;
  return (
    <span className="rounded-full bg-brand px-2 text-sm font-semibold text-on-brand">New</span>
  );
}
