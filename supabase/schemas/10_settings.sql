-- Settings of bookings: columns that the office sets with compare-and-set. A further one is a column and a record of
-- core/domain/booking-settings.ts. See docs/decisions/0024-answers.md.

-- A setting's value as its column stores it: a text is trimmed, and null if it is empty; people are known, at most ten,
-- each once, and without those that were deleted since. Raises a violation of a check for another value, and of a
-- foreign key for an unknown person.
create function private.setting_value(_field text, _value jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  people uuid[];
begin
  if _field <> 'crew' then
    if jsonb_typeof(_value) not in ('string', 'null') then
      raise check_violation using message = 'This setting is a text.';
    end if;
    return to_jsonb(nullif(private.trimmed(_value #>> '{}'), ''));
  end if;
  if jsonb_typeof(_value) is distinct from 'array' or jsonb_array_length(_value) > 10
    or jsonb_array_length(_value) <> (select count(distinct member) from jsonb_array_elements_text(_value) as member)
  then
    raise check_violation using message = 'Up to ten people are assigned, each once.';
  end if;
  people := array(select jsonb_array_elements_text(_value)::uuid);
  if exists (
    select from unnest(people) as member where not exists (select from public.crew where id = member)
      and not exists (select from public.deleted_rows where table_name = 'crew' and id = member)
  ) then
    raise foreign_key_violation using message = 'An assigned person is not listed.';
  end if;
  return to_jsonb(private.listed_crew(people));
end $$;

-- Whether two values of a setting are the same: people in any order, without those that were deleted since.
create function private.is_same_setting(_field text, one jsonb, other jsonb) returns boolean
language sql stable set search_path = ''
as $$
  select case when _field <> 'crew' then nullif(one, 'null') is not distinct from nullif(other, 'null') else (
    select coalesce(bool_and(one ? c.id::text = (other ? c.id::text)), true) from public.crew c
    where one ? c.id::text or other ? c.id::text
  ) end;
$$;

-- Sets a setting of a booking and stores the change. Its past day keeps the people when the series gets others. The
-- caller holds the lock of the revisions.
create function private.add_setting(
  before public.bookings, _id uuid, _field text, _value jsonb, _for_series boolean, _created_by uuid
) returns public.bookings
language plpgsql set search_path = ''
as $$
declare
  booking public.bookings;
  setting record;
begin
  select * into setting from private.setting_fields() where field = _field;
  execute format($sql$
    update public.bookings b set %1$I = case when $1 then b.%1$I else n.%1$I end
    from jsonb_populate_record(null::public.bookings, $2) n where b.id = $3 returning b.*
  $sql$, _field) into booking using
    setting.past_stays and _for_series and before.preferred_date < private.london_today(),
    jsonb_build_object(_field, _value), before.id;
  if _for_series then
    execute format($sql$
      update public.bookings v set %1$I = n.%1$I from jsonb_populate_record(null::public.bookings, $1) n
      where v.series = $2 and v.preferred_date >= private.london_today() and v.%1$I is distinct from n.%1$I
        and not exists (select from private.setting_changes c where c.booking_id = v.id and c.field = $3)
    $sql$, _field) using jsonb_build_object(_field, _value), before.id, _field;
  end if;
  insert into private.setting_changes (id, booking_id, field, value, for_series, created_by, rev) values (
    _id, before.id, _field, case when not setting.is_secret then nullif(_value, 'null') end, _for_series, _created_by,
    booking.rev
  );
  return booking;
end $$;

-- For administrators: sets a setting of a booking, as {outcome, value, rev} with the present value and revision of the
-- booking. `_expected` and `_value` are JSON texts, because the embedded API reads a parameter of type jsonb in another
-- way than PostgREST. `_for_series`, for a series' first booking: the coming visits get the value too, except those
-- that were set by themselves. `_expected_revision`: the booking's revision that a page of release 1.0.0 compares in
-- place of the value. Outcomes:
-- set: stored now, or before under this id, or the setting has this value.
-- changed: the setting has neither the expected nor this value.
-- gone: there is no such booking; `value` and `rev` are null.
create function private.set_booking(
  _id uuid, _booking_id uuid, _field text, _expected text, _value text, _for_series boolean default false,
  _expected_revision bigint default null
) returns json
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings;
  setting record;
  present jsonb;
  fresh jsonb;
  last private.setting_changes;
  to_series boolean;
  outcome text;
begin
  if not private.is_admin() then
    raise insufficient_privilege using message = 'Only administrators can change the settings of bookings.';
  end if;
  select * into setting from private.setting_fields() where field = _field;
  if _id is null or setting.field is null then
    raise check_violation using message = 'A change of a setting has an id and a field.';
  end if;
  -- Every writer of bookings takes this lock before a row.
  perform pg_advisory_xact_lock(hashtext('private.revision'));
  select * into booking from public.bookings where id = _booking_id;
  present := to_jsonb(booking) -> _field;
  fresh := private.setting_value(_field, _value::jsonb);
  to_series := coalesce(_for_series, false) and booking.series is null;
  select * into last from private.setting_changes
    where booking_id = _booking_id and field = _field order by rev desc limit 1;
  select c.outcome into outcome from (values
    (1, 'there is no such booking', 'gone', booking.id is null),
    (2, 'it was stored under this id', 'set',
      exists (select from private.setting_changes where id = _id and booking_id = _booking_id and field = _field)),
    (3, 'the setting has this value', 'set', not to_series and private.is_same_setting(_field, present, fresh)),
    (4, 'the series has this value', 'set', to_series and coalesce(last.for_series, true) and private.is_same_setting(
      _field, case when setting.is_secret or last.id is null then present else last.value end, fresh
    )),
    (5, 'it was set after the expected revision', 'changed',
      _expected_revision not between coalesce(last.rev, 0) and booking.rev),
    (6, 'the setting has another value than expected', 'changed', _expected_revision is null
      and not private.is_same_setting(_field, present, fresh)
      and not private.is_same_setting(_field, present, _expected::jsonb))
  ) as c (place, name, outcome, holds) where c.holds order by c.place limit 1;
  if outcome is null then
    outcome := 'set';
    booking := private.add_setting(booking, _id, _field, fresh, to_series, auth.uid());
  end if;
  return json_build_object('outcome', outcome, 'value', to_jsonb(booking) -> _field, 'rev', booking.rev);
end $$;
select private.expose('private.set_booking(uuid,uuid,text,text,text,boolean,bigint)', 'authenticated');
