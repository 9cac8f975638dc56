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

-- The releases of the site, noted by `npm run deploy:check` from the pages that it serves.
create table private.releases (
  release text primary key check (release ~ '^[A-Za-z0-9_-]{1,40}$'),
  served_at timestamptz not null default now()
);
alter table private.releases enable row level security;

-- Notes the releases that the site serves now. Devices keep an old one for weeks, so a release is known for 90 days.
create function public.note_releases(_releases text[]) returns void
language sql security definer set search_path = ''
as $$
  insert into private.releases (release) select distinct unnest(_releases)
    on conflict (release) do update set served_at = excluded.served_at;
  delete from private.releases where served_at <= now() - interval '90 days';
$$;
grant execute on function public.note_releases(text[]) to service_role;

-- Counts up to ten errors of one page, for a known release, or for any until the first is noted. Anyone may call it, so
-- a day has at most 200 rows and 5,000 errors, and a sender its share of both; more are dropped. Staff read an alarm
-- when half is used. Counts are kept for 30 days.
create function private.count_browser_errors(_release text, _errors jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  today date := (now() at time zone 'Europe/London')::date;
  most_rows int := 200;
  most_errors int := 5000;
  sender record;
  reported record;
  rows_today bigint;
  errors_today bigint;
begin
  if jsonb_typeof(_errors) is distinct from 'array' or jsonb_array_length(_errors) not between 1 and 10 then
    raise invalid_parameter_value using message = 'A report has one to ten errors.';
  end if;
  if exists (select from private.releases) and not exists (select from private.releases where release = _release) then
    return;
  end if;
  select * into sender from private.sender();
  -- Reports take turns, so that each counts the earlier ones.
  perform pg_advisory_xact_lock(hashtext('public.browser_errors'));
  delete from public.browser_errors where day <= today - 30 or day > today + 1;
  select count(*), coalesce(sum(times), 0) into rows_today, errors_today from public.browser_errors where day = today;
  for reported in select hash, kind, place, times from jsonb_to_recordset(_errors) as e (hash text, kind text, place text, times int) loop
    continue when reported.times not between 1 and 50 or errors_today + reported.times > most_errors
      or private.is_over_share('browser_errors', sender.client, sender.site, reported.times, most_errors);
    update public.browser_errors set times = browser_errors.times + reported.times
      where day = today and release = _release and hash = reported.hash;
    if not found then
      continue when rows_today >= most_rows
        or private.is_over_share('browser_error_rows', sender.client, sender.site, 1, most_rows);
      insert into public.browser_errors (day, release, hash, kind, place, times)
        values (today, _release, reported.hash, reported.kind, reported.place, reported.times);
      rows_today := rows_today + 1;
      insert into private.submission_hits (target, client, site)
        select 'browser_error_rows', sender.client, sender.site where sender.client is not null;
    end if;
    errors_today := errors_today + reported.times;
    insert into private.submission_hits (target, client, site, amount)
      select 'browser_errors', sender.client, sender.site, reported.times where sender.client is not null;
  end loop;
  if rows_today > most_rows / 2 or errors_today > most_errors / 2 then
    perform private.raise_alarm('browser_errors', rows_today);
  end if;
end $$;
select private.expose('private.count_browser_errors(text,jsonb)', 'anon, authenticated');
