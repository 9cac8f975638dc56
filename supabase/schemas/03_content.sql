-- The content that administrators publish and everyone reads. Lists are shown newest first; `id` makes their order
-- total. `rev` is the revision of the last change: see revisions.

-- True for the file's own public address on any host, so that no other picture or script can be linked.
create function private.is_public_url(url text, bucket text, path text) returns boolean
language sql immutable strict parallel safe set search_path = ''
as $$
  select regexp_replace(url, '^https?://[^/?#[:space:]]+', '') = '/storage/v1/object/public/' || bucket || '/' || path;
$$;
grant execute on function private.is_public_url(text, text, text) to authenticated, service_role;

create table public.careers (
  id uuid primary key default gen_random_uuid(),
  title text not null check (private.is_line(title, 1, 200)),
  location text not null check (private.is_line(location, 1, 200)),
  type text not null check (private.is_line(type, 1, 100)),
  description text not null check (private.is_paragraphs(description, 1, 5000, 200)),
  requirements text[] check (private.are_lines(requirements, 50, 500)),
  created_at timestamptz not null default now(),
  rev bigint not null default 0
);

create table public.gallery_images (
  id uuid primary key default gen_random_uuid(),
  category text not null check (category in ('Residential', 'Commercial', 'Specialized', 'Before/After')),
  -- `Before/After` holds a slash, so its pictures lie one folder deeper.
  file_path text not null check (file_path ~ ('^' || category || '/[A-Za-z0-9_-]{16,64}\.(jpg|jpeg|png|webp)$')),
  url text not null check (private.is_public_url(url, 'gallery', file_path)),
  alt text not null check (private.is_line(alt, 1, 500)),
  -- Its file holds two pictures of one view side by side, the earlier on the left.
  is_pair boolean not null default false check (not is_pair or category = 'Before/After'),
  created_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  rev bigint not null default 0
);

create table public.testimonials (
  id uuid primary key default gen_random_uuid(),
  name text not null check (private.is_line(name, 1, 100)),
  role text check (private.is_line(role, 1, 100)),
  rating int not null check (rating between 1 and 5),
  quote text not null check (private.is_paragraphs(quote, 20, 400, 20)),
  avatar_url text check (private.is_public_url(avatar_url, 'testimonials', avatar_path)),
  avatar_path text check (avatar_path ~ '^[A-Za-z0-9_-]{16,64}\.(jpg|jpeg|png|webp)$'),
  created_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  rev bigint not null default 0,
  constraint testimonials_avatar_check check ((avatar_url is null) = (avatar_path is null))
);

create trigger trim_texts before insert or update on public.careers
  for each row execute function private.trim_texts('title', 'location', 'type', 'description');
create trigger trim_texts before insert or update on public.gallery_images
  for each row execute function private.trim_texts('alt');
create trigger trim_texts before insert or update on public.testimonials
  for each row execute function private.trim_texts('name', 'role', 'quote');

create index careers_newest on public.careers (created_at desc, id);
create index gallery_images_newest on public.gallery_images (created_at desc, id);
create index testimonials_newest on public.testimonials (created_at desc, id);

-- Deleting a user looks up the rows that the user created.
create index gallery_images_created_by on public.gallery_images (created_by);
create index testimonials_created_by on public.testimonials (created_by);

alter table public.careers enable row level security;
alter table public.gallery_images enable row level security;
alter table public.testimonials enable row level security;

-- The administrator's device mints the id, so that a repeated creation meets the primary key.
grant select on public.careers, public.gallery_images, public.testimonials to anon, authenticated;

grant delete on public.careers, public.gallery_images, public.testimonials to authenticated;

grant insert (id, title, description, type, location, requirements) on public.careers to authenticated;
grant insert (id, file_path, url, category, alt, is_pair, created_by) on public.gallery_images to authenticated;
grant insert (id, name, role, rating, quote, avatar_url, avatar_path, created_by) on public.testimonials to authenticated;
create policy "everyone reads" on public.careers for select to anon, authenticated using (true);
create policy "everyone reads" on public.gallery_images for select to anon, authenticated using (true);
create policy "everyone reads" on public.testimonials for select to anon, authenticated using (true);
create policy "admins create" on public.careers for insert to authenticated
  with check ((select private.is_admin()));
create policy "admins create in their own name" on public.gallery_images for insert to authenticated
  with check ((select private.is_admin()) and created_by = (select auth.uid()));
create policy "admins create in their own name" on public.testimonials for insert to authenticated
  with check ((select private.is_admin()) and created_by = (select auth.uid()));
create policy "admins delete" on public.careers for delete to authenticated using ((select private.is_admin()));
create policy "admins delete" on public.gallery_images for delete to authenticated using ((select private.is_admin()));
create policy "admins delete" on public.testimonials for delete to authenticated using ((select private.is_admin()));
