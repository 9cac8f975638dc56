-- One question for all that changed: rows of every list and tombstones, in the order of their revisions. A portal asked for each
-- table and its tombstones apart, fifteen requests for one booking. The questions of before stay for portals that still ask them.

-- An application with the title that its position had then.
create function private.titled(application public.job_applications) returns json
language sql stable set search_path = ''
as $$
  select (to_jsonb(application) || jsonb_build_object('job_title', a.job_title))::json
  from (select) as one left join public.alerts a on a.record_id = application.id and a.kind = 'job_application';
$$;

-- For administrators, by way of public.changes. A definer, because nobody may read the epoch itself.
--
-- {epoch, rev, changes}: at most so many changes after a revision, the oldest first, each {table, id, rev, row}; `row` is null for
-- what is gone. A stable function sees the database as it is at one moment, and revisions become visible in their order, so nothing
-- is missed between the last change and the next question. `rev` is the greatest visible revision.
--
-- An alert that was sent counts as gone: portals keep those only that were not. The title that a position had when somebody applied
-- for it therefore comes with the application.
create function private.changes(after bigint, at_most int) returns json
language plpgsql stable security definer set search_path = ''
as $$
declare
  -- The last revision of the answer.
  up_to bigint;
begin
  if not private.is_admin() then
    raise insufficient_privilege using message = 'Only administrators can read the changes of the lists.';
  end if;
  if after is null or at_most is null or at_most not between 1 and 1000 then
    raise invalid_parameter_value using message = 'A question for changes names a revision, and a thousand changes at most.';
  end if;
  -- From the indexes alone, so that no more rows are read than are answered.
  select max(rev) into up_to from (
    select rev from (
        (select rev from public.bookings where rev > after order by rev limit at_most)
        union all
        (select rev from public.job_applications where rev > after order by rev limit at_most)
        union all
        (select rev from public.contact_messages where rev > after order by rev limit at_most)
        union all
        (select rev from public.careers where rev > after order by rev limit at_most)
        union all
        (select rev from public.gallery_images where rev > after order by rev limit at_most)
        union all
        (select rev from public.testimonials where rev > after order by rev limit at_most)
        union all
        (select rev from public.alerts where rev > after order by rev limit at_most)
        union all
        (select rev from public.deleted_rows where rev > after order by rev limit at_most)
    ) as following order by rev limit at_most
  ) as answered;
  return json_build_object(
    'epoch', (select epoch from private.sync_epoch),
    'rev', private.sync_state() -> 'rev',
    'changes', (
      select coalesce(json_agg(json_build_object('table', listed, 'id', id, 'rev', rev, 'row', row) order by rev), '[]')
      from (
        select 'bookings' as listed, t.id, t.rev, to_json(t) as row from public.bookings t where t.rev > after and t.rev <= up_to
        union all
        select 'job_applications', t.id, t.rev, private.titled(t) from public.job_applications t where t.rev > after and t.rev <= up_to
        union all
        select 'contact_messages', t.id, t.rev, to_json(t) from public.contact_messages t where t.rev > after and t.rev <= up_to
        union all
        select 'careers', t.id, t.rev, to_json(t) from public.careers t where t.rev > after and t.rev <= up_to
        union all
        select 'gallery_images', t.id, t.rev, to_json(t) from public.gallery_images t where t.rev > after and t.rev <= up_to
        union all
        select 'testimonials', t.id, t.rev, to_json(t) from public.testimonials t where t.rev > after and t.rev <= up_to
        union all
        select 'alerts', t.id, t.rev, case when t.state <> 'sent' then to_json(t) end from public.alerts t where t.rev > after and t.rev <= up_to
        union all
        select t.table_name, t.id, t.rev, null from public.deleted_rows t where t.rev > after and t.rev <= up_to
      ) as answered
    )
  );
end $$;
grant execute on function private.changes(bigint, int) to authenticated;

create function public.changes(after bigint, at_most int) returns json
language sql stable security invoker set search_path = ''
as $$
  select private.changes(after, at_most);
$$;
grant execute on function public.changes(bigint, int) to authenticated;
