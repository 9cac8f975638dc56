-- A portal's first copy comes newest first, and bookings with a coming day before all. It came by revision: on a device that was new to
-- 100,000 bookings, today's were the last to arrive.
create index bookings_preferred_date on public.bookings (preferred_date, id);
create index alerts_unsent on public.alerts (created_at desc, id) where state <> 'sent';

-- For administrators, by way of public.first_copy: rows of one part, in its order, after a place in it; null: from its beginning.
--
-- The part `coming` is bookings from a day on, soonest first; `bookings` is those before that day, and any other part a list, both
-- newest first. A place is the day or the time of a row, as it was answered, and its id. {epoch, rev, rows, total}: `rev` is the greatest
-- visible revision, and what changes after it comes by public.changes; `total` counts the part, at its beginning only.
create function private.first_copy(part text, from_day date, place_at text, place_id uuid, at_most int) returns json
language plpgsql stable security definer set search_path = ''
as $$
declare
  -- The part's rows; how they are written; in which order; and what lies beyond the place.
  source text;
  written text := 'to_json(t)';
  placed text := 'created_at desc, id';
  beyond text := 'created_at <= $2::timestamptz and (created_at < $2::timestamptz or id > $3)';
  rows json;
  total bigint;
begin
  if not private.is_admin() then
    raise insufficient_privilege using message = 'Only administrators can copy the lists.';
  end if;
  if from_day is null or at_most is null or at_most not between 1 and 1000 then
    raise invalid_parameter_value using message = 'A question for a first copy names a day, and a thousand rows at most.';
  end if;
  case part
    when 'coming' then
      source := 'public.bookings t where preferred_date >= $1';
      placed := 'preferred_date, id';
      beyond := '(preferred_date, id) > ($2::date, $3)';
    when 'bookings' then source := 'public.bookings t where preferred_date < $1';
    when 'alerts' then source := $sql$public.alerts t where state <> 'sent'$sql$;
    when 'job_applications' then
      source := 'public.job_applications t where true';
      written := 'private.titled(t)';
    when 'contact_messages', 'careers', 'gallery_images', 'testimonials' then source := format('public.%I t where true', part);
    else raise invalid_parameter_value using message = 'There is no such part of the lists.';
  end case;
  if place_at is null then
    execute 'select count(*) from ' || source into total using from_day;
  else
    source := source || ' and ' || beyond;
  end if;
  execute format('select coalesce(json_agg(row), ''[]'') from (select %s as row from %s order by %s limit $4) as page', written, source, placed)
    into rows using from_day, place_at, place_id, at_most;
  return json_build_object(
    'epoch', (select epoch from private.sync_epoch), 'rev', private.sync_state() -> 'rev', 'rows', rows, 'total', total
  );
end $$;
grant execute on function private.first_copy(text, date, text, uuid, int) to authenticated;

create function public.first_copy(part text, from_day date, place_at text, place_id uuid, at_most int) returns json
language sql stable security invoker set search_path = ''
as $$
  select private.first_copy(part, from_day, place_at, place_id, at_most);
$$;
grant execute on function public.first_copy(text, date, text, uuid, int) to authenticated;
