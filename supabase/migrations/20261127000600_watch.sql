-- For the watcher from outside, for the server's own key: the alerts of the last two days that are older than an hour and not sent.
create function public.late_alerts() returns bigint
language sql stable security definer set search_path = ''
as $$
  select count(*) from public.alerts
  where state <> 'sent' and created_at between now() - interval '2 days' and now() - interval '1 hour';
$$;
grant execute on function public.late_alerts() to service_role;

-- For `npm run deploy:check`: the last year's bookings, as {count, first, last, longest}: times of the first and the last one, and the
-- seconds of the longest pause between two.
create function public.booking_pauses() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'count', count(*),
    'first', min(created_at),
    'last', max(created_at),
    'longest', round(extract(epoch from max(pause)))
  )
  from (
    select created_at, created_at - lag(created_at) over (order by created_at) as pause
    from public.bookings where created_at > now() - interval '1 year'
  ) as recent;
$$;
grant execute on function public.booking_pauses() to service_role;
