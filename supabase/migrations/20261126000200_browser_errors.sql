-- Errors in visitors' and staff's browsers, counted by day, release and hash: no messages, no queries, no personal
-- data.
create table public.browser_errors (
  day date not null default (now() at time zone 'Europe/London')::date,
  release text not null check (release ~ '^[A-Za-z0-9_-]{1,40}$'),
  -- The device hashes the place and the message, without its names and numbers.
  hash text not null check (hash ~ '^[0-9a-f]{16}$'),
  -- The error's class, such as TypeError.
  kind text not null check (kind ~ '^[A-Za-z]{1,40}$'),
  -- A file of the site with line and column, or the directive of the policy that was broken.
  place text not null check (place ~ '^[A-Za-z0-9_./:-]{1,100}$'),
  times int not null check (times > 0),
  primary key (day, release, hash)
);
alter table public.browser_errors enable row level security;
grant select on public.browser_errors to authenticated;
create policy "admins read" on public.browser_errors for select to authenticated using ((select private.is_admin()));

-- Counts up to ten errors of one page. Anyone may call it, so a day has at most 200 rows and 5,000 errors; more are
-- dropped. Counts are kept for 30 days.
create function private.count_browser_errors(_release text, _errors jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  today date := (now() at time zone 'Europe/London')::date;
  reported record;
  rows_today bigint;
  errors_today bigint;
begin
  if jsonb_typeof(_errors) is distinct from 'array' or jsonb_array_length(_errors) not between 1 and 10 then
    raise invalid_parameter_value using message = 'A report has one to ten errors.';
  end if;
  -- Reports take turns, so that each counts the earlier ones.
  perform pg_advisory_xact_lock(hashtext('public.browser_errors'));
  delete from public.browser_errors where day <= today - 30 or day > today + 1;
  select count(*), coalesce(sum(times), 0) into rows_today, errors_today from public.browser_errors where day = today;
  for reported in select hash, kind, place, times from jsonb_to_recordset(_errors) as e (hash text, kind text, place text, times int) loop
    continue when reported.times not between 1 and 50 or errors_today + reported.times > 5000;
    update public.browser_errors set times = browser_errors.times + reported.times
      where day = today and release = _release and hash = reported.hash;
    if not found then
      continue when rows_today >= 200;
      insert into public.browser_errors (day, release, hash, kind, place, times)
        values (today, _release, reported.hash, reported.kind, reported.place, reported.times);
      rows_today := rows_today + 1;
    end if;
    errors_today := errors_today + reported.times;
  end loop;
end $$;
grant execute on function private.count_browser_errors(text, jsonb) to anon, authenticated;

create function public.count_browser_errors(_release text, _errors jsonb) returns void
language sql volatile security invoker set search_path = ''
as $$
  select private.count_browser_errors(_release, _errors);
$$;
grant execute on function public.count_browser_errors(text, jsonb) to anon, authenticated;

-- For `npm run deploy:check`: {errors, kinds, worst} of the last two days; kinds counts hashes, worst is the most frequent one.
create function public.browser_error_counts() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'errors', coalesce(sum(times), 0),
    'kinds', count(distinct hash),
    'worst', (array_agg(kind || ' at ' || place order by times desc, place))[1]
  ) from public.browser_errors where day >= (now() at time zone 'Europe/London')::date - 1;
$$;
grant execute on function public.browser_error_counts() to service_role;
