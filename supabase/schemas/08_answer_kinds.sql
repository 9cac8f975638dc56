-- Generated from answers.ts, booking-settings.ts and booking-fields.ts of src/core/domain by `npm run types:generate`.

-- The kinds of answers: a row for each kind, actor and status before. See ANSWERS for the columns.
create function private.answer_kinds() returns table (
  kind text, actor text, before text, after text, names text, from_day text, is_priced boolean, proposes boolean,
  repeats boolean, moves boolean, needs text, mailed_for int, has_text boolean
)
language sql immutable parallel safe set search_path = ''
as $$
  values
    ('confirmed', 'office', 'pending', 'confirmed', 'visit', 'today', true, false, false, true, null, 0, true),
    ('confirmed', 'office', 'confirmed', 'confirmed', 'visit', 'today', true, false, false, true, null, 0, true),
    ('offered', 'office', 'pending', 'pending', 'visit', 'tomorrow', true, true, false, false, null, 7, true),
    ('offered', 'office', 'confirmed', 'confirmed', 'visit', 'tomorrow', true, true, false, false, null, 7, true),
    ('declined', 'office', 'pending', 'cancelled', null, null, false, false, false, false, null, 7, true),
    ('accepted', 'customer', 'pending', 'confirmed', 'visit', null, true, false, false, true, 'offer', 7, false),
    ('accepted', 'customer', 'confirmed', 'confirmed', 'visit', null, true, false, false, true, 'offer', 7, false),
    ('refused', 'customer', 'pending', 'pending', null, null, false, false, false, false, 'offer', null, false),
    ('refused', 'customer', 'confirmed', 'confirmed', null, null, false, false, false, false, 'offer', null, false),
    ('cancelled', 'office', 'pending', 'cancelled', null, null, false, false, false, false, null, 7, true),
    ('cancelled', 'office', 'confirmed', 'cancelled', null, null, false, false, false, false, null, 7, true),
    ('cancelled', 'customer', 'pending', 'cancelled', null, null, false, false, false, false, null, 7, false),
    ('cancelled', 'customer', 'confirmed', 'cancelled', null, null, false, false, false, false, null, 7, false),
    ('completed', 'office', 'confirmed', 'completed', null, null, false, false, false, false, 'day-come', 7, true),
    ('reopened', 'office', 'completed', 'pending', null, null, false, false, false, false, null, null, false),
    ('reopened', 'office', 'cancelled', 'pending', null, null, false, false, false, false, null, null, false),
    ('repeated', 'office', 'pending', 'confirmed', 'visit', 'today', true, false, true, true, 'first', 7, true),
    ('repeated', 'office', 'confirmed', 'confirmed', 'visit', 'today', true, false, true, false, 'first', 7, true),
    ('repeated', 'office', 'completed', 'completed', 'visit', 'today', true, false, true, false, 'first', 7, true),
    ('repeated', 'office', 'cancelled', 'cancelled', 'visit', 'today', true, false, true, false, 'first', 7, true),
    ('stopped', 'office', 'pending', 'pending', 'day', null, false, false, false, false, 'running', 7, true),
    ('stopped', 'office', 'confirmed', 'confirmed', 'day', null, false, false, false, false, 'running', 7, true),
    ('stopped', 'office', 'completed', 'completed', 'day', null, false, false, false, false, 'running', 7, true),
    ('stopped', 'office', 'cancelled', 'cancelled', 'day', null, false, false, false, false, 'running', 7, true),
    ('kept', 'office', 'confirmed', 'confirmed', null, null, false, false, false, false, 'asked', 7, true),
    ('asked', 'customer', 'pending', 'pending', 'visit', 'tomorrow', false, false, false, false, null, null, false),
    ('asked', 'customer', 'confirmed', 'confirmed', 'visit', 'tomorrow', false, false, false, false, null, null, false);
$$;

-- The settings of a booking, by their column. See SETTINGS for the others.
create function private.setting_fields() returns table (field text, is_secret boolean, past_stays boolean)
language sql immutable parallel safe set search_path = ''
as $$
  values
    ('crew', false, true),
    ('instructions', false, false),
    ('access', true, false);
$$;

-- The fields of the booking form that the crew's sheet has. See BOOKING_FIELDS for the others.
create function private.crew_fields() returns text[]
language sql immutable parallel safe set search_path = ''
as $$
  select array['name', 'phone', 'address', 'service_type', 'service', 'size', 'notes'];
$$;
