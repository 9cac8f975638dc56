-- How long submissions are kept, in whole months; null, the default, keeps them for good. The schedule deletes older
-- rows; `npm run retention` lists them first.
create table private.retention (
  target text primary key check (target in ('bookings', 'job_applications', 'contact_messages')),
  months int check (months between 1 and 600),
  -- The time of the last deletion of due rows; null before the first.
  last_run timestamptz
);
alter table private.retention enable row level security;
insert into private.retention (target) values ('bookings'), ('job_applications'), ('contact_messages');

-- The due rows of a table. A booking ages from its day, because it may be made long before; the first one of a series,
-- whose deletion would delete all visits, from the last visit.
create function private.expired(_target text) returns setof uuid
language sql stable set search_path = ''
as $$
  with due as (select now() - make_interval(months => months) as before from private.retention where target = _target and months is not null)
  select t.id from public.bookings t, due where _target = 'bookings' and t.created_at < due.before and t.preferred_date < due.before::date
    and not private.is_running(t.id)
    and not exists (select from public.bookings v where v.series = t.id and v.preferred_date >= due.before::date)
  union all
  select t.id from public.job_applications t, due where _target = 'job_applications' and t.created_at < due.before
  union all
  select t.id from public.contact_messages t, due where _target = 'contact_messages' and t.created_at < due.before;
$$;

-- [{target, months, due, last_run}]: how many rows of each table are due, and when due rows were last deleted.
create function public.retention() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_agg(jsonb_build_object(
    'target', target, 'months', months, 'due', (select count(*) from private.expired(target)), 'last_run', last_run
  ) order by target) from private.retention;
$$;
grant execute on function public.retention() to service_role;

create function public.set_retention(_target text, _months int) returns void
language sql security definer set search_path = ''
as $$ update private.retention set months = _months where target = _target; $$;
grant execute on function public.set_retention(text, int) to service_role;

-- Deletes up to `at_most` due rows of each table through private.delete_submissions, while other writers wait.
create function public.remove_expired(at_most int) returns jsonb
language sql security definer set search_path = ''
as $$
  update private.retention set last_run = now();
  select private.delete_submissions(
    array(select private.expired('bookings') limit at_most),
    array(select private.expired('job_applications') limit at_most),
    array(select private.expired('contact_messages') limit at_most)
  );
$$;
grant execute on function public.remove_expired(int) to service_role;
