import { expect, test } from 'vitest';
import {
  acknowledge,
  changePrice,
  changeRepeat,
  changeVisit,
  check,
  choicesOf,
  choose,
  draftOf,
  isDirty,
  isOvertaken,
  openingDraft,
  otherVisitText,
  typedPrice,
  visitOf,
  type Choice,
  type Draft,
} from '../../../src/portal/booking/answer-draft.ts';
import { customerText } from '../../../src/portal/booking/answer-texts.ts';
import { changesSince } from '../../../src/portal/booking/history-lines.ts';
import { aRecordedEvent } from '../support/booking-events.ts';
import { BOOKING } from '../support/booking-row.ts';

const TODAY = '2026-11-28';
const NOW = { day: TODAY, hour: 9 };
const COMPANY = { name: 'Whitecart Cleaning', phone: '0141 496 0000' };

/** A draft as its form makes it. */
const begin = (choice: Choice, booking = BOOKING) => choose(null, choice, booking, TODAY);
const write = (draft: Draft, text: string): Draft => ({
  ...draft,
  texts: { ...draft.texts, [draft.choice]: text },
});
const textOf = (draft: Draft, booking = BOOKING) =>
  draft.texts[draft.choice] ??
  customerText(booking, draft.choice, visitOf(draft, booking), COMPANY, TODAY, {
    every: draft.every,
    price: typedPrice(draft.price),
  });

test('the day that is chosen after the text was changed is in the text, and in what is sent', () => {
  const ready = textOf(begin('offered')) ?? '';
  const written = write(begin('offered'), `${ready}\nYours, Isla`);
  expect(check(written, BOOKING, textOf(written), NOW)).toHaveProperty('errors.day');
  const late = changeVisit(written, { day: '2026-12-04', slot: 'evening' }, BOOKING);
  const text = textOf(late) ?? '';
  expect(text).toContain('Could we come on Friday 4 December, 5PM-8PM instead?');
  expect(text).toMatch(/Isla$/);
  expect(check(late, BOOKING, text, NOW)).toMatchObject({
    values: { kind: 'offered', day: '2026-12-04', time_slot: 'evening', message: text },
  });
  const later = changeVisit(late, { day: '2026-12-05' }, BOOKING);
  expect(textOf(later)).toContain('Could we come on Saturday 5 December, 5PM-8PM instead?');
  expect(textOf(later)).toContain('We can’t come on Tuesday 1 December, 8AM-12PM');
});

test('a text that still has the place of the day is not sent', () => {
  const draft = changeVisit(begin('offered'), { day: '2026-12-04' }, BOOKING);
  const text = 'Could we come on [day and time]?';
  expect(check(write(draft, text), BOOKING, text, NOW)).toHaveProperty('errors.message');
});

test('a text that names another day than the answer has a warning', () => {
  const draft = changeVisit(begin('offered'), { day: '2026-12-04' }, BOOKING);
  expect(otherVisitText(draft, BOOKING, textOf(draft))).toBeNull();
  expect(otherVisitText(draft, BOOKING, 'Could we come on Thursday?')).toMatch(
    /says “Thursday”, and this answer is for Friday 4 December, 8AM-12PM/,
  );
  expect(otherVisitText(begin('declined'), BOOKING, 'Thursday is full.')).toBeNull();
});

test('a text stays while another choice is looked at', () => {
  const draft = write(begin('confirmed'), 'See you.');
  const back = choose(choose(draft, 'declined', BOOKING, TODAY), 'confirmed', BOOKING, TODAY);
  expect(textOf(back)).toBe('See you.');
  expect([isDirty(back, TODAY), isDirty(begin('confirmed'), TODAY)]).toEqual([true, false]);
});

test('a change of the booking leaves choice, day and text, and has to be seen first', () => {
  const draft = write(changeVisit(begin('offered'), { day: '2026-12-04' }, BOOKING), 'Friday?');
  const mailed = { ...BOOKING, rev: BOOKING.rev + 1 };
  expect(isOvertaken(draft, mailed)).toBe(false);
  const cancelled = {
    ...mailed,
    status: 'cancelled',
    events: [aRecordedEvent({ actor: 'customer', kind: 'cancelled' })],
  };
  expect(isOvertaken(draft, cancelled)).toBe(true);
  expect(changesSince(BOOKING, cancelled, new Map())).toBe(
    'Customer: Cancelled. It is cancelled now.',
  );
  const seen = acknowledge(draft, cancelled);
  expect(isOvertaken(seen, cancelled)).toBe(false);
  expect(seen).toMatchObject({ choice: 'offered', visits: { other: { day: '2026-12-04' } } });
  expect(textOf(seen)).toBe('Friday?');
  expect(choicesOf(cancelled, TODAY)).toEqual(['reopened']);
});

test('once it is seen, a text about the booking’s own day names the new one', () => {
  const draft = write(begin('declined'), 'Sorry, not on Tuesday 1 December, 8AM-12PM.');
  const moved = {
    ...BOOKING,
    preferred_date: '2026-12-03',
    events: [aRecordedEvent({ kind: 'reopened' })],
  };
  expect(textOf(acknowledge(draft, moved))).toBe('Sorry, not on Thursday 3 December, 8AM-12PM.');
});

test('a confirmation that another administrator gave is no move', () => {
  const draft = write(begin('confirmed'), 'See you.');
  const confirmed = { ...BOOKING, status: 'confirmed', events: [aRecordedEvent()] };
  expect(choicesOf(confirmed, TODAY)).not.toContain(acknowledge(draft, confirmed).choice);
});

test('a refused answer is in the form again, with its day and text', () => {
  const visit = { day: '2026-12-04', time_slot: 'evening' } as const;
  const refused = { kind: 'offered', ...visit, message: 'Friday?' } as const;
  const draft = draftOf(refused, BOOKING, TODAY);
  expect(draft).toMatchObject({
    choice: 'offered',
    visits: { other: { day: '2026-12-04', slot: 'evening' } },
  });
  expect([textOf(draft), isDirty(draft, TODAY)]).toEqual(['Friday?', true]);
  const own = { kind: 'confirmed', day: '2026-12-04', time_slot: 'evening' } as const;
  const late = draftOf({ ...own, message: 'On Friday 4 December, 5PM-8PM.' }, BOOKING, TODAY);
  expect(textOf(late)).toBe('On Tuesday 1 December, 8AM-12PM.');
  expect(
    draftOf({ ...refused, kind: 'confirmed' }, { ...BOOKING, status: 'confirmed' }, TODAY).choice,
  ).toBe('moved');
});

const ASKED = {
  ...BOOKING,
  status: 'confirmed',
  events: [
    aRecordedEvent(),
    aRecordedEvent({ actor: 'customer', kind: 'asked', day: '2026-12-10', time_slot: 'evening' }),
  ],
};

test.each([
  ['pending', ['confirmed', 'offered', 'declined', 'repeated']],
  ['confirmed', ['moved', 'offered', 'cancelled', 'repeated']],
  ['cancelled', ['reopened']],
])('a booking that is %s has the choices %j', (status, choices) => {
  expect(choicesOf({ ...BOOKING, status }, TODAY)).toEqual(choices);
});

test('a visit of a series is moved, offered another time or skipped, and repeats nothing', () => {
  const visit = { ...BOOKING, status: 'confirmed', series: 'other', series_day: '2026-12-01' };
  expect(choicesOf(visit, TODAY)).toEqual(['moved', 'offered', 'cancelled']);
});

test('the form of a customer who asks for another day opens with Move on that day', () => {
  expect(choicesOf(ASKED, TODAY).slice(0, 3)).toEqual(['moved', 'offered', 'kept']);
  const draft = openingDraft(ASKED, TODAY);
  expect(draft).toMatchObject({
    choice: 'moved',
    visits: { other: { day: '2026-12-10', slot: 'evening' } },
  });
  expect(isDirty(draft, TODAY)).toBe(false);
  expect(draft && textOf(draft, ASKED)).toContain('to Thursday 10 December, 5PM-8PM');
  expect(openingDraft(BOOKING, TODAY)).toBeNull();
});

test('a request whose customer asks for another day is confirmed for that day by Move', () => {
  const asked = { ...ASKED, status: 'pending' };
  const draft = openingDraft(asked, TODAY);
  expect(draft?.choice).toBe('moved');
  const checked = draft && check(draft, asked, 'Fine.', NOW);
  expect(checked).toMatchObject({ values: { kind: 'confirmed', day: '2026-12-10' } });
  if (checked && 'values' in checked)
    expect(draftOf(checked.values, asked, TODAY).choice).toBe('moved');
});

test('a customer who keeps the day has no day of their own in the answer', () => {
  const draft = begin('kept', ASKED);
  expect(check(draft, ASKED, 'Sorry.', NOW)).toMatchObject({
    values: { kind: 'kept', day: null, time_slot: null },
  });
  expect(textOf(draft, ASKED)).toContain('can’t come on Thursday 10 December, 5PM-8PM');
  expect(otherVisitText(begin('offered', ASKED), ASKED, 'Not on Thursday 10 December.')).toBeNull();
});

test('Repeat begins with the booking’s own day and the frequency of its form', () => {
  const weekly = { ...BOOKING, frequency: 'fortnightly' };
  expect(begin('repeated', weekly)).toMatchObject({
    visits: { first: { day: '2026-12-01', slot: 'morning' } },
    every: 2,
  });
  expect(begin('repeated', { ...BOOKING, frequency: 'once' }).every).toBe('');
  expect(begin('repeated', { ...BOOKING, preferred_date: '2026-11-27' }).visits.first.day).toBe('');
});

test('Repeat asks how often, and its text names the interval, the first day and the price', () => {
  const draft = begin('repeated');
  expect(check(draft, BOOKING, textOf(draft), NOW)).toHaveProperty('errors.every');
  const ready = changePrice(changeRepeat(draft, 2), { pounds: '66.50' });
  const text = textOf(ready) ?? '';
  expect(text).toContain('every two weeks');
  expect(text).toContain('from Tuesday 1 December, 8AM-12PM');
  expect(text).toContain('£66.50 a visit');
  expect(check(ready, BOOKING, text, NOW)).toMatchObject({
    values: {
      kind: 'repeated',
      day: '2026-12-01',
      every: 2,
      price_pence: 6650,
      price_per: 'visit',
    },
  });
  const own = write(ready, `${text}\nIsla`);
  const later = changeVisit(
    changePrice(changeRepeat(own, 4), { per: 'hour' }),
    { day: '2026-12-08' },
    BOOKING,
  );
  expect(textOf(later)).toMatch(
    /every four weeks.*from Tuesday 8 December, 8AM-12PM.*£66.50 an hour.*Isla$/s,
  );
});

test('Stop names its last day, and a day after the present end is refused', () => {
  const rule = { kind: 'repeated', day: '2026-12-01', time_slot: 'morning', every: 1 } as const;
  const series = { ...BOOKING, status: 'confirmed', events: [aRecordedEvent(rule)] };
  const draft = changeVisit(begin('stopped', series), { day: '2026-12-15' }, series);
  expect(textOf(draft, series)).toContain('end after Tuesday 15 December.');
  expect(check(draft, series, textOf(draft, series), NOW)).toMatchObject({
    values: { kind: 'stopped', day: '2026-12-15', time_slot: null },
  });
  expect(otherVisitText(draft, series, textOf(draft, series))).toBeNull();
  const own = write(draft, textOf(draft, series) ?? '');
  expect(textOf(changeVisit(own, { day: '2026-12-22' }, series), series)).toContain(
    'end after Tuesday 22 December.',
  );
  const stopped = {
    ...series,
    events: [...series.events, aRecordedEvent({ kind: 'stopped', day: '2026-12-15' })],
  };
  expect(check(draft, stopped, 'End.', NOW)).toHaveProperty('errors.day');
});

test.each(['sixty', '66.555', '-1', '0', '100000.01'])('the price %j is refused', (pounds) => {
  const draft = changePrice(begin('confirmed'), { pounds });
  expect(check(draft, BOOKING, 'Fine.', NOW)).toHaveProperty('errors.price_pence');
});

test('the price begins with the agreed one, and an empty field sends none', () => {
  const agreed = { ...BOOKING, price_pence: 6600, price_per: 'hour' };
  const draft = begin('confirmed', agreed);
  expect(draft.price).toEqual({ pounds: '66', per: 'hour' });
  expect(check(draft, agreed, 'Fine.', NOW)).toMatchObject({
    values: { price_pence: 6600, price_per: 'hour' },
  });
  const without = check(changePrice(draft, { pounds: ' ' }), agreed, 'Fine.', NOW);
  expect('values' in without && without.values.price_pence).toBeUndefined();
});
