-- How long submissions are kept, in whole months; null, as it is at first, keeps them for good. Nothing is deleted by itself:
-- `npm run retention` says what is due, and deletes it when told to.
create table private.retention (
  target text primary key check (target in ('bookings', 'job_applications', 'contact_messages')),
  months int check (months between 1 and 600)
);
alter table private.retention enable row level security;
insert into private.retention (target) values ('bookings'), ('job_applications'), ('contact_messages');

-- What is older than that. A booking ages from its day, since it may be made long before.
create function private.expired(_target text) returns setof uuid
language sql stable set search_path = ''
as $$
  with due as (select now() - make_interval(months => months) as before from private.retention where target = _target and months is not null)
  select t.id from public.bookings t, due where _target = 'bookings' and t.created_at < due.before and t.preferred_date < due.before::date
  union all
  select t.id from public.job_applications t, due where _target = 'job_applications' and t.created_at < due.before
  union all
  select t.id from public.contact_messages t, due where _target = 'contact_messages' and t.created_at < due.before;
$$;

-- [{target, months, due}]: how many rows of each table are due.
create function public.retention() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_agg(jsonb_build_object(
    'target', target, 'months', months, 'due', (select count(*) from private.expired(target))
  ) order by target) from private.retention;
$$;
grant execute on function public.retention() to service_role;

create function public.set_retention(_target text, _months int) returns void
language sql security definer set search_path = ''
as $$ update private.retention set months = _months where target = _target; $$;
grant execute on function public.set_retention(text, int) to service_role;

-- Deletes at most so many due rows of each table, as private.delete_submissions does: other writers wait for as long as it takes.
create function public.remove_expired(at_most int) returns jsonb
language sql security definer set search_path = ''
as $$
  select private.delete_submissions(
    array(select private.expired('bookings') limit at_most),
    array(select private.expired('job_applications') limit at_most),
    array(select private.expired('contact_messages') limit at_most)
  );
$$;
grant execute on function public.remove_expired(int) to service_role;
