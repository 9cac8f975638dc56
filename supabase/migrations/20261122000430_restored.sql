-- After a backup was restored: revisions begin again where the backup was, and portals that are ahead of it must start anew. For the
-- server's own key; `npm run restored` asks.
create function public.begin_epoch() returns void
language sql security definer set search_path = ''
as $$ update private.sync_epoch set epoch = gen_random_uuid() where true; $$;
grant execute on function public.begin_epoch() to service_role;
