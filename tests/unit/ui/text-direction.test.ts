import { createElement, type ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { AddressFact, FactLine, TextBlock } from '../../../src/portal/list/facts.tsx';
import { CompactRow, RowCard } from '../../../src/portal/list/row-card.tsx';
import { SearchField } from '../../../src/portal/list/search.tsx';
import { ListSheet } from '../../../src/portal/print/print-list.tsx';
import { ResultSummary } from '../../../src/site/forms/result-parts.tsx';
import { TestimonialCard } from '../../../src/site/testimonials/testimonial-card.tsx';
import { TextareaField, TextField } from '../../../src/ui/fields.tsx';
import { composeMail } from '../../../supabase/functions/send-form-email/compose.ts';

const TEXT = 'דנה (12)';
/** The text inside the first element that has its own direction. */
const OWN_DIRECTION = new RegExp(
  `<(\\w+)[^>]* dir="auto"[^>]*>(?:(?!</\\1>).)*${TEXT.replace(/[()]/g, '\\$&')}`,
  's',
);

const row = { id: '1', created_at: '2026-11-26T10:00:00Z' };
const search = { text: TEXT, setText: () => undefined, prepare: () => undefined };
const screen = {
  title: 'Contact Messages',
  fields: [{ label: 'Message', of: () => TEXT }],
} as unknown as Parameters<typeof ListSheet<'contact_messages'>>[0]['screen'];

const SHOWN: [place: string, shown: ReactElement][] = [
  ['a row’s title', createElement(RowCard, { row, title: TEXT, children: null })],
  [
    'a compact row’s title',
    createElement(CompactRow, { row, title: TEXT, alert: null, actions: null, children: null }),
  ],
  ['a fact', createElement(FactLine, { icon: 'pin', label: 'Location', children: TEXT })],
  ['an address', createElement(AddressFact, { address: TEXT })],
  ['a text', createElement(TextBlock, { title: 'Notes', children: TEXT })],
  [
    'a list on paper',
    createElement(ListSheet<'contact_messages'>, {
      screen,
      paper: { sections: [{ title: null, rows: [row as never] }], leftOut: [] },
      count: 1,
      tally: null,
      isWhole: true,
    } as never),
  ],
  ['a request’s summary', createElement(ResultSummary, { lines: [['Name', TEXT]] })],
  [
    'a testimonial',
    createElement(TestimonialCard, {
      name: 'Ann',
      role: null,
      rating: 5,
      quote: TEXT,
      avatarUrl: null,
    }),
  ],
  [
    'a client’s name',
    createElement(TestimonialCard, {
      name: TEXT,
      role: null,
      rating: 5,
      quote: 'Spotless.',
      avatarUrl: null,
    }),
  ],
];

test.each(SHOWN)('%s has its own direction', (_, shown) => {
  expect(renderToStaticMarkup(shown)).toMatch(OWN_DIRECTION);
});

test.each<[string, ReactElement]>([
  ['a line', createElement(TextField, { id: 'name', label: 'Name' })],
  ['a text', createElement(TextareaField, { id: 'notes', label: 'Notes' })],
  ['a search', createElement(SearchField, { label: 'Search', search })],
])('%s that a person types has its own direction', (_, field) => {
  expect(renderToStaticMarkup(field)).toMatch(/<(?:input|textarea)[^>]* dir="auto"/);
});

test('a text in the office’s mail has its own direction', () => {
  const record = { name: 'Ann', email: 'ann@example.com', message: TEXT };
  const id = '00000000-0000-4000-8000-000000000001';
  const { html } = composeMail(
    { kind: 'contact', id, record, jobTitle: null } as never,
    'https://site.example',
  );
  expect(html).toMatch(OWN_DIRECTION);
});
