import { ANSWERS, answerKind, BOOKING_STATUSES } from '../../src/core/domain/answers.ts';
import { BOOKING_FIELD_NAMES, bookingField } from '../../src/core/domain/booking-fields.ts';
import { SETTINGS } from '../../src/core/domain/booking-settings.ts';

const literal = (value: string | number | boolean | null) =>
  typeof value === 'string' ? `'${value}'` : String(value);
const asRows = (rows: (string | number | boolean | null)[][]) =>
  rows.map((row) => `    (${row.map(literal).join(', ')})`).join(',\n');

const kinds = Object.keys(ANSWERS).flatMap((kind) => {
  const { names, from, priced, proposes, repeats, moves, needs, mailedFor, text, ...given } =
    answerKind(kind);
  return (['office', 'customer'] as const).flatMap((actor) =>
    BOOKING_STATUSES.flatMap((before) => {
      const after = given[actor]?.[before];
      if (after === undefined) return [];
      return [
        [
          ...[kind, actor, before, after, names ?? null, from ?? null],
          ...[priced ?? false, proposes ?? false, repeats ?? false],
          ...[moves?.includes(before) ?? false, needs ?? null, mailedFor ?? null],
          actor === 'office' && (text ?? false),
        ],
      ];
    }),
  );
});

const settings = Object.entries(SETTINGS).map(([field, setting]) => [
  field,
  'isSecret' in setting,
  'pastStays' in setting,
]);

const crewFields = BOOKING_FIELD_NAMES.filter((name) => bookingField(name).forCrew);

/** The records of `core/domain` that the database reads, as `supabase/schemas/08_answer_kinds.sql`. */
export const writeAnswerKinds =
  (): string => `-- Generated from answers.ts, booking-settings.ts and booking-fields.ts of src/core/domain by \`npm run types:generate\`.

-- The kinds of answers: a row for each kind, actor and status before. See ANSWERS for the columns.
create function private.answer_kinds() returns table (
  kind text, actor text, before text, after text, names text, from_day text, is_priced boolean, proposes boolean,
  repeats boolean, moves boolean, needs text, mailed_for int, has_text boolean
)
language sql immutable parallel safe set search_path = ''
as $$
  values
${asRows(kinds)};
$$;

-- The settings of a booking, by their column. See SETTINGS for the others.
create function private.setting_fields() returns table (field text, is_secret boolean, past_stays boolean)
language sql immutable parallel safe set search_path = ''
as $$
  values
${asRows(settings)};
$$;

-- The fields of the booking form that the crew's sheet has. See BOOKING_FIELDS for the others.
create function private.crew_fields() returns text[]
language sql immutable parallel safe set search_path = ''
as $$
  select array[${crewFields.map(literal).join(', ')}];
$$;
`;
