-- Supabase grants every new object in `public` to the request roles. Revoke those defaults first, by name, so that each
-- file grants only the privileges in use.
alter default privileges in schema public revoke all on tables from public, anon, authenticated;
alter default privileges in schema public revoke all on sequences from public, anon, authenticated;
alter default privileges in schema public revoke all on functions from public, anon, authenticated;

-- PostgreSQL lets everyone execute a new function, in any schema.
alter default privileges revoke execute on functions from public;

-- The API does not expose this schema. Policies and checks need usage for the functions they call.
create schema private;
grant usage on schema private to anon, authenticated, service_role;

-- Roles are stored here and never in user metadata, which users can write themselves.
create table private.user_roles (
  user_id uuid not null references auth.users (id) on delete cascade,
  role text not null check (role in ('admin')),
  primary key (user_id, role)
);
alter table private.user_roles enable row level security;

-- True if the caller's user has a second factor and their token shows no code of it. Only definers may call it. Auth writes `aal`
-- into each token, and the sessions before the factor end when it is set up.
create function private.is_code_missing() returns boolean
language sql stable set search_path = ''
as $$
  select auth.jwt() ->> 'aal' is distinct from 'aal2'
    and exists (select from auth.mfa_factors where user_id = auth.uid() and status = 'verified');
$$;

-- True if the caller is an administrator and the session of their token exists. Auth deletes it at a sign-out, after a
-- new password and when it ends all sessions, up to an hour before the token expires. For an ended or missing session,
-- and for one without the code of the user's second factor, it raises PT401, so that devices sign out or ask for the code;
-- false would make them delete their copy and their waiting changes.
-- A definer, because no request role may read the tables. Policies call it once a statement: (select private.is_admin()).
create function private.is_admin() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not exists (select from private.user_roles where user_id = auth.uid() and role = 'admin') then return false; end if;
  if not exists (select from auth.sessions where id = (auth.jwt() ->> 'session_id')::uuid and user_id = auth.uid()) then
    raise sqlstate 'PT401' using message = 'Invalid JWT: its session has ended.', hint = 'Sign in again.';
  end if;
  if private.is_code_missing() then
    raise sqlstate 'PT401' using message = 'Invalid JWT: insufficient_aal.', hint = 'Enter a code of the second factor.';
  end if;
  return true;
end $$;
grant execute on function private.is_admin() to authenticated;

-- A booking that an administrator enters, from a call. The office knows it, so it has no alert, and therefore no receipt goes
-- to the customer, who hears of the office's answer. It does not count in the flood guard.

-- True for an administrator whose session lasts. Unlike is_admin it raises no error for an ended session, because with
-- such a token everybody may still send a request.
create function private.is_office() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from private.user_roles r join auth.sessions s on s.user_id = r.user_id
    where r.user_id = auth.uid() and r.role = 'admin' and s.id = (auth.jwt() ->> 'session_id')::uuid
  ) and not private.is_code_missing();
$$;

-- True only for the caller's own id.
create function public.has_role(_user_id uuid, _role text) returns boolean
language sql stable security invoker set search_path = ''
as $$
  select coalesce(_user_id = (select auth.uid()) and _role = 'admin' and private.is_admin(), false);
$$;
grant execute on function public.has_role(uuid, text) to authenticated;

-- Every administrator, as [{id, email, has_factor}]: has_factor for a verified second factor.
create function public.administrators() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', u.id, 'email', u.email,
    'has_factor', exists (select from auth.mfa_factors f where f.user_id = u.id and f.status = 'verified')
  ) order by u.email), '[]')
  from private.user_roles r join auth.users u on u.id = r.user_id where r.role = 'admin';
$$;
grant execute on function public.administrators() to service_role;

-- Grants the role to the user with this address, or revokes it together with their devices for web push, and ends the
-- user's sessions. Returns the user's id; null if no user has the address, or if there was no role to revoke.
create function public.set_administrator(_email text, _is_administrator boolean) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  account uuid := (select id from auth.users where lower(email) = lower(btrim(_email)));
begin
  if _is_administrator then
    insert into private.user_roles (user_id, role) select account, 'admin' where account is not null on conflict do nothing;
  else
    delete from private.user_roles where user_id = account and role = 'admin' returning user_id into account;
    delete from public.push_devices where user_id = account;
  end if;
  delete from auth.sessions where user_id = account;
  return account;
end $$;
grant execute on function public.set_administrator(text, boolean) to service_role;
-- The rules for texts. The forms clean a text first (core/domain/text.ts), so that the database accepts every text that
-- a form sends, and refuses characters that the form would have removed.
-- Lengths are in code points.

-- Trims the same white space as JavaScript's trim(); btrim knows less.
create function private.trimmed(value text) returns text
language sql immutable strict parallel safe set search_path = ''
as $$
  select btrim(value, U&'\0009\000A\000B\000C\000D\0020\00A0\1680\2000\2001\2002\2003\2004\2005\2006\2007\2008\2009\200A\2028\2029\202F\205F\3000\FEFF');
$$;

-- Every character that is no sign of its own: Unicode's marks (M) and Default_Ignorable_Code_Point. STACKED_MARKS
-- in core/domain/text.ts has the same; a test compares both.
create function private.marks() returns text
language sql immutable parallel safe set search_path = ''
as $$
  select
    '\u00ad\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u061c'
    || '\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0711\u0730-\u074a\u07a6-\u07b0'
    || '\u07eb-\u07f3\u07fd\u0816-\u0819\u081b-\u0823\u0825-\u0827\u0829-\u082d\u0859-\u085b\u0897-\u089f\u08ca-\u08e1'
    || '\u08e3-\u0903\u093a-\u093c\u093e-\u094f\u0951-\u0957\u0962\u0963\u0981-\u0983\u09bc\u09be-\u09c4\u09c7\u09c8'
    || '\u09cb-\u09cd\u09d7\u09e2\u09e3\u09fe\u0a01-\u0a03\u0a3c\u0a3e-\u0a42\u0a47\u0a48\u0a4b-\u0a4d\u0a51'
    || '\u0a70\u0a71\u0a75\u0a81-\u0a83\u0abc\u0abe-\u0ac5\u0ac7-\u0ac9\u0acb-\u0acd\u0ae2\u0ae3\u0afa-\u0aff'
    || '\u0b01-\u0b03\u0b3c\u0b3e-\u0b44\u0b47\u0b48\u0b4b-\u0b4d\u0b55-\u0b57\u0b62\u0b63\u0b82\u0bbe-\u0bc2'
    || '\u0bc6-\u0bc8\u0bca-\u0bcd\u0bd7\u0c00-\u0c04\u0c3c\u0c3e-\u0c44\u0c46-\u0c48\u0c4a-\u0c4d\u0c55\u0c56'
    || '\u0c62\u0c63\u0c81-\u0c83\u0cbc\u0cbe-\u0cc4\u0cc6-\u0cc8\u0cca-\u0ccd\u0cd5\u0cd6\u0ce2\u0ce3\u0cf3'
    || '\u0d00-\u0d03\u0d3b\u0d3c\u0d3e-\u0d44\u0d46-\u0d48\u0d4a-\u0d4d\u0d57\u0d62\u0d63\u0d81-\u0d83\u0dca'
    || '\u0dcf-\u0dd4\u0dd6\u0dd8-\u0ddf\u0df2\u0df3\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ece'
    || '\u0f18\u0f19\u0f35\u0f37\u0f39\u0f3e\u0f3f\u0f71-\u0f84\u0f86\u0f87\u0f8d-\u0f97\u0f99-\u0fbc\u0fc6'
    || '\u102b-\u103e\u1056-\u1059\u105e-\u1060\u1062-\u1064\u1067-\u106d\u1071-\u1074\u1082-\u108d\u108f\u109a-\u109d'
    || '\u115f\u1160\u135d-\u135f\u1712-\u1715\u1732-\u1734\u1752\u1753\u1772\u1773\u17b4-\u17d3\u17dd\u180b-\u180f'
    || '\u1885\u1886\u18a9\u1920-\u192b\u1930-\u193b\u1a17-\u1a1b\u1a55-\u1a5e\u1a60-\u1a7c\u1a7f\u1ab0-\u1add'
    || '\u1ae0-\u1aeb\u1b00-\u1b04\u1b34-\u1b44\u1b6b-\u1b73\u1b80-\u1b82\u1ba1-\u1bad\u1be6-\u1bf3\u1c24-\u1c37'
    || '\u1cd0-\u1cd2\u1cd4-\u1ce8\u1ced\u1cf4\u1cf7-\u1cf9\u1dc0-\u1dff\u200b-\u200f\u202a-\u202e\u2060-\u206f'
    || '\u20d0-\u20f0\u2cef-\u2cf1\u2d7f\u2de0-\u2dff\u302a-\u302f\u3099\u309a\u3164\ua66f-\ua672\ua674-\ua67d'
    || '\ua69e\ua69f\ua6f0\ua6f1\ua802\ua806\ua80b\ua823-\ua827\ua82c\ua880\ua881\ua8b4-\ua8c5\ua8e0-\ua8f1\ua8ff'
    || '\ua926-\ua92d\ua947-\ua953\ua980-\ua983\ua9b3-\ua9c0\ua9e5\uaa29-\uaa36\uaa43\uaa4c\uaa4d\uaa7b-\uaa7d\uaab0'
    || '\uaab2-\uaab4\uaab7\uaab8\uaabe\uaabf\uaac1\uaaeb-\uaaef\uaaf5\uaaf6\uabe3-\uabea\uabec\uabed\ufb1e'
    || '\ufe00-\ufe0f\ufe20-\ufe2f\ufeff\uffa0\ufff0-\ufff8\U000101fd\U000102e0\U00010376-\U0001037a'
    || '\U00010a01-\U00010a03\U00010a05\U00010a06\U00010a0c-\U00010a0f\U00010a38-\U00010a3a\U00010a3f'
    || '\U00010ae5\U00010ae6\U00010d24-\U00010d27\U00010d69-\U00010d6d\U00010eab\U00010eac\U00010efa-\U00010eff'
    || '\U00010f46-\U00010f50\U00010f82-\U00010f85\U00011000-\U00011002\U00011038-\U00011046\U00011070'
    || '\U00011073\U00011074\U0001107f-\U00011082\U000110b0-\U000110ba\U000110c2\U00011100-\U00011102'
    || '\U00011127-\U00011134\U00011145\U00011146\U00011173\U00011180-\U00011182\U000111b3-\U000111c0'
    || '\U000111c9-\U000111cc\U000111ce\U000111cf\U0001122c-\U00011237\U0001123e\U00011241\U000112df-\U000112ea'
    || '\U00011300-\U00011303\U0001133b\U0001133c\U0001133e-\U00011344\U00011347\U00011348\U0001134b-\U0001134d'
    || '\U00011357\U00011362\U00011363\U00011366-\U0001136c\U00011370-\U00011374\U000113b8-\U000113c0\U000113c2'
    || '\U000113c5\U000113c7-\U000113ca\U000113cc-\U000113d0\U000113d2\U000113e1\U000113e2\U00011435-\U00011446'
    || '\U0001145e\U000114b0-\U000114c3\U000115af-\U000115b5\U000115b8-\U000115c0\U000115dc\U000115dd'
    || '\U00011630-\U00011640\U000116ab-\U000116b7\U0001171d-\U0001172b\U0001182c-\U0001183a\U00011930-\U00011935'
    || '\U00011937\U00011938\U0001193b-\U0001193e\U00011940\U00011942\U00011943\U000119d1-\U000119d7'
    || '\U000119da-\U000119e0\U000119e4\U00011a01-\U00011a0a\U00011a33-\U00011a39\U00011a3b-\U00011a3e\U00011a47'
    || '\U00011a51-\U00011a5b\U00011a8a-\U00011a99\U00011b60-\U00011b67\U00011c2f-\U00011c36\U00011c38-\U00011c3f'
    || '\U00011c92-\U00011ca7\U00011ca9-\U00011cb6\U00011d31-\U00011d36\U00011d3a\U00011d3c\U00011d3d'
    || '\U00011d3f-\U00011d45\U00011d47\U00011d8a-\U00011d8e\U00011d90\U00011d91\U00011d93-\U00011d97'
    || '\U00011ef3-\U00011ef6\U00011f00\U00011f01\U00011f03\U00011f34-\U00011f3a\U00011f3e-\U00011f42\U00011f5a'
    || '\U00013440\U00013447-\U00013455\U0001611e-\U0001612f\U00016af0-\U00016af4\U00016b30-\U00016b36\U00016f4f'
    || '\U00016f51-\U00016f87\U00016f8f-\U00016f92\U00016fe4\U00016ff0\U00016ff1\U0001bc9d\U0001bc9e'
    || '\U0001bca0-\U0001bca3\U0001cf00-\U0001cf2d\U0001cf30-\U0001cf46\U0001d165-\U0001d169\U0001d16d-\U0001d182'
    || '\U0001d185-\U0001d18b\U0001d1aa-\U0001d1ad\U0001d242-\U0001d244\U0001da00-\U0001da36\U0001da3b-\U0001da6c'
    || '\U0001da75\U0001da84\U0001da9b-\U0001da9f\U0001daa1-\U0001daaf\U0001e000-\U0001e006\U0001e008-\U0001e018'
    || '\U0001e01b-\U0001e021\U0001e023\U0001e024\U0001e026-\U0001e02a\U0001e08f\U0001e130-\U0001e136\U0001e2ae'
    || '\U0001e2ec-\U0001e2ef\U0001e4ec-\U0001e4ef\U0001e5ee\U0001e5ef\U0001e6e3\U0001e6e6\U0001e6ee\U0001e6ef'
    || '\U0001e6f5\U0001e8d0-\U0001e8d6\U0001e944-\U0001e94a\U000e0000-\U000e0fff';
$$;

-- The text as people see it: trimmed, without invisible characters, and without the diacritics that all scripts share. A
-- minimum counts this text.
create function private.seen(value text) returns text
language sql immutable strict parallel safe set search_path = ''
as $$
  select private.trimmed(regexp_replace(value, '[' ||
    '\u00ad\u0300-\u036f\u0483-\u0489\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u200f' ||
    '\u202a-\u202e\u2060-\u206f\u20d0-\u20ff\u2800\u3164\ufe00-\ufe0f\ufe20-\ufe2f\ufeff\uffa0\ufff0-\ufffb' ||
    '\U0001bca0-\U0001bca3\U0001d159\U0001d173-\U0001d17a\U000e0000-\U000e0fff' || ']', '', 'g'));
$$;

-- Long enough to the eye, and no more than six marks on a letter: more of them would cover the lines above and below. In
-- PL/pgSQL, which keeps its plans: restores and tests store a hundred thousand rows.
create function private.is_legible(value text, shortest int, longest int) returns boolean
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  if char_length(value) not between shortest and longest then return false; end if;
  -- These characters are visible, or refused by is_line and is_paragraphs.
  if value !~ '[^\u0001-\u00ac\u00ae-\u02ff]' then return true; end if;
  return char_length(private.seen(value)) >= shortest and value !~ ('[' || private.marks() || ']{7}');
end $$;

-- One line: no control characters (they could forge an e-mail header), no line breaks, no bidirectional embeddings,
-- overrides or isolates, no invisible characters, and no joiner that does not follow a letter it can shape. The marks
-- U+200E, U+200F and U+061C stay allowed, because Arabic and Hebrew texts need them.
create function private.is_line(value text, shortest int, longest int) returns boolean
language sql immutable strict parallel safe set search_path = ''
as $$
  select private.is_legible(value, shortest, longest)
    and value !~ '[\u0001-\u001f\u007f-\u009f\u00ad\u200b\u2028-\u202e\u2060-\u2069\ufeff]|(^|[\u0001-\u024f])[\u200c\u200d]';
$$;

-- Several lines that end with U+000A: no control characters but tabs, and no characters that reorder the text.
create function private.is_paragraphs(value text, shortest int, longest int, most_lines int) returns boolean
language sql immutable strict parallel safe set search_path = ''
as $$
  select private.is_legible(value, shortest, longest)
    and char_length(value) - char_length(replace(value, E'\n', '')) < most_lines
    and value !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]';
$$;

-- The same rule as browsers' type=email, and EMAIL_PATTERN in core/domain/text.ts.
create function private.is_email(value text) returns boolean
language sql immutable strict parallel safe set search_path = ''
as $$
  select private.is_line(value, 1, 255)
    and value ~ '^[A-Za-z0-9.!#$%&''*+/=?^_`{|}~-]+@[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*$';
$$;

-- A flat list of lines, none of them blank.
create function private.are_lines(list text[], most int, longest int) returns boolean
language sql immutable strict parallel safe set search_path = ''
as $$
  select cardinality(list) <= most and coalesce(array_ndims(list), 1) = 1
    and not exists (select from unnest(list) as line where private.is_line(private.trimmed(line), 1, longest) is not true);
$$;

-- A phone number that can be called and found, like the device's (core/domain/text.ts): Arabic, Persian and full-width
-- digits become 0 to 9, and the letter o beside a digit becomes 0.
create function private.plain_digits(value text) returns text
language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  plain text := translate(
    value, '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹０１２３４５６７８９＋', '012345678901234567890123456789+'
  );
  before text;
begin
  -- Each round turns the next letter of a run.
  loop
    before := plain;
    plain := regexp_replace(before, '(?<=[0-9])[oO]|[oO](?=[0-9])', '0', 'g');
    exit when plain = before;
  end loop;
  return plain;
end $$;

-- Trims the columns named by the trigger before the checks, and turns empty texts into null. The column `phone` gets
-- plain digits.
create function private.trim_texts() returns trigger
language plpgsql set search_path = ''
as $$
declare
  given jsonb := to_jsonb(new);
begin
  return jsonb_populate_record(new, (
    select jsonb_object_agg(field, case field when 'phone' then private.plain_digits(cleaned) else cleaned end)
    from unnest(tg_argv) as field, nullif(private.trimmed(given ->> field), '') as cleaned
  ));
end $$;

-- A check runs with the privileges of the role that inserts.
grant execute on function
  private.trimmed(text),
  private.plain_digits(text),
  private.marks(),
  private.seen(text),
  private.is_legible(text, int, int),
  private.is_line(text, int, int),
  private.is_paragraphs(text, int, int, int),
  private.is_email(text),
  private.are_lines(text[], int, int)
to anon, authenticated, service_role;
-- The content that administrators publish and everyone reads. Lists are shown newest first; `id` makes their order total.
-- `rev` is the revision of the last change: see revisions.

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
-- The people who go to the customers. The office's device mints the id. See docs/decisions/0026-crew.md.
create table public.crew (
  id uuid primary key default gen_random_uuid(),
  name text not null check (private.is_line(name, 1, 60)),
  phone text check (private.is_line(phone, 10, 20)),
  created_at timestamptz not null default now(),
  rev bigint not null default 0
);
create trigger trim_texts before insert or update on public.crew
  for each row execute function private.trim_texts('name', 'phone');
create index crew_newest on public.crew (created_at desc, id);

alter table public.crew enable row level security;
grant select, insert (id, name, phone), delete on public.crew to authenticated;
create policy "admins read" on public.crew for select to authenticated using ((select private.is_admin()));
create policy "admins create" on public.crew for insert to authenticated with check ((select private.is_admin()));
create policy "admins delete" on public.crew for delete to authenticated using ((select private.is_admin()));
-- The records that visitors send. The device mints `id`, so that a repeated request never stores a second row. `status`,
-- `created_at` and every other column without a grant belong to the server.
create table public.bookings (
  id uuid primary key default gen_random_uuid(),
  name text not null check (private.is_line(name, 2, 100)),
  phone text not null check (private.is_line(phone, 10, 20)),
  -- Null for a customer without an address, who called: see require_email.
  email text check (private.is_email(email)),
  address text not null check (private.is_paragraphs(address, 5, 500, 15)),
  service_type text not null check (service_type in ('residential', 'commercial', 'deep', 'move', 'specialized')),
  -- Of the nine services of the services page; the form's optional choices. The lists are those of core/domain.
  service text check (service in ('regular', 'deep', 'move', 'office', 'retail', 'facility', 'post-construction', 'event', 'eco')),
  size text check (size in (
    '1-bedroom', '2-bedrooms', '3-bedrooms', '4-bedrooms', '5-bedrooms', '2-hours', '3-hours', '4-hours', '6-hours', '8-hours'
  )),
  frequency text check (frequency in ('once', 'weekly', 'fortnightly')),
  -- A past day is allowed, because a queued booking may arrive late.
  preferred_date date not null check (preferred_date between '2020-01-01' and '2099-12-31'),
  preferred_time text not null check (preferred_time in ('morning', 'afternoon', 'evening')),
  notes text check (private.is_paragraphs(notes, 1, 1000, 60)),
  status text not null default 'pending' check (status in ('pending', 'confirmed', 'completed', 'cancelled')),
  -- The office added it, from a call.
  by_office boolean not null default false,
  -- The agreed price, in pence, for an hour or a visit.
  price_pence int check (price_pence between 1 and 10000000),
  price_per text check (price_per in ('hour', 'visit')),
  -- The office's text for those who go. Its customer never reads it.
  instructions text check (private.is_paragraphs(instructions, 1, 1000, 60)),
  -- A visit of a series has the series' first booking, and every visit the day that it was made for; see 09_series.sql.
  series uuid references public.bookings (id) on delete cascade,
  series_day date,
  -- The people who go, ids of public.crew.
  crew uuid[] not null default '{}' check (cardinality(crew) <= 10),
  -- The way in, such as an entry code: for those who go, from the evening before on; see private.empty_access.
  access text check (private.is_paragraphs(access, 1, 500, 30)),
  -- The booking's name for the crew, because the id is its customer's key; always name_job's.
  job uuid not null default gen_random_uuid(),
  created_at timestamptz not null default now(),
  rev bigint not null default 0,
  constraint price_whole check ((price_pence is null) = (price_per is null))
);

create table public.job_applications (
  id uuid primary key default gen_random_uuid(),
  -- Deleting a position loses no application.
  career_id uuid references public.careers (id) on delete set null,
  name text not null check (private.is_line(name, 2, 100)),
  phone text not null check (private.is_line(phone, 10, 20)),
  email text not null check (private.is_email(email)),
  cover_letter text check (private.is_paragraphs(cover_letter, 1, 1000, 60)),
  -- The application's own id, so that no application can claim another one's file.
  resume_path text not null check (resume_path in (id::text || '.pdf', id::text || '.doc', id::text || '.docx')),
  resume_url text not null check (resume_url = resume_path),
  created_at timestamptz not null default now(),
  rev bigint not null default 0
);

create table public.contact_messages (
  id uuid primary key default gen_random_uuid(),
  name text not null check (private.is_line(name, 2, 100)),
  email text not null check (private.is_email(email)),
  subject text not null check (private.is_line(subject, 5, 200)),
  message text not null check (private.is_paragraphs(message, 10, 1000, 60)),
  created_at timestamptz not null default now(),
  rev bigint not null default 0
);

create trigger trim_texts before insert or update on public.bookings
  for each row execute function private.trim_texts('name', 'phone', 'email', 'address', 'notes', 'instructions', 'access');
create trigger trim_texts before insert or update on public.job_applications
  for each row execute function private.trim_texts('name', 'phone', 'email', 'cover_letter');
create trigger trim_texts before insert or update on public.contact_messages
  for each row execute function private.trim_texts('name', 'email', 'subject', 'message');

-- A version 8 UUID (RFC 9562) of 122 bits of SHA-256.
create function private.uuid_of(value text) returns uuid
language sql immutable strict parallel safe set search_path = ''
as $$
  select encode(
    set_byte(set_byte(hash, 6, (get_byte(hash, 6) & 15) | 128), 8, (get_byte(hash, 8) & 63) | 128), 'hex'
  )::uuid
  from substr(sha256(convert_to(value, 'UTF8')), 1, 16) as hash;
$$;

-- The key of the crew's names for bookings. A backup has it, so that they stay the same.
create table private.job_secret (
  only_row boolean primary key default true check (only_row),
  secret uuid not null default gen_random_uuid()
);
alter table private.job_secret enable row level security;
insert into private.job_secret default values;

create function private.name_job() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.job := private.uuid_of((select secret from private.job_secret) || ' ' || new.id);
  return new;
end $$;
create trigger name_job before insert on public.bookings
  for each row execute function private.name_job();

-- A definer, because visitors may not call is_office. A visit has its series' value.
create function private.note_office() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.series is null then new.by_office := private.is_office(); end if;
  return new;
end $$;
create trigger note_office before insert on public.bookings
  for each row execute function private.note_office();

-- Of the request roles only administrators store a booking without an email address. For one whose session has ended is_admin
-- raises PT401, so that the booking waits on the device.
create function private.require_email() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if private.trimmed(new.email) <> '' or current_user not in ('anon', 'authenticated') then return new; end if;
  -- A statement of its own, because visitors may not call is_admin.
  if current_user = 'authenticated' then
    if private.is_admin() then return new; end if;
  end if;
  raise not_null_violation using
    message = 'null value in column "email" of relation "bookings" violates not-null constraint',
    column = 'email', table = 'bookings', schema = 'public';
end $$;
create trigger require_email before insert on public.bookings
  for each row execute function private.require_email();

-- A new application names a position; only the deletion of that position empties the column.
create function private.require_position() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if new.career_id is null then
    raise not_null_violation using
      message = 'null value in column "career_id" of relation "job_applications" violates not-null constraint',
      column = 'career_id', table = 'job_applications', schema = 'public';
  end if;
  return new;
end $$;
create trigger require_position before insert on public.job_applications
  for each row execute function private.require_position();

-- People are found by e-mail address, in any case.
create index bookings_newest on public.bookings (created_at desc, id);
create index bookings_preferred_date on public.bookings (preferred_date, id);
create index bookings_job on public.bookings (job);
create index bookings_email on public.bookings (lower(email));
-- A day of a series has one visit: see private.missing_days.
create index bookings_series on public.bookings (series, series_day);
create index job_applications_newest on public.job_applications (created_at desc, id);
create index job_applications_career on public.job_applications (career_id);
create index job_applications_resume on public.job_applications (resume_path);
create index job_applications_email on public.job_applications (lower(email));
create index contact_messages_newest on public.contact_messages (created_at desc, id);
create index contact_messages_email on public.contact_messages (lower(email));

alter table public.bookings enable row level security;
alter table public.job_applications enable row level security;
alter table public.contact_messages enable row level security;

grant insert (id, name, phone, email, address, service_type, service, size, frequency, preferred_date, preferred_time, notes)
  on public.bookings to anon, authenticated;
grant insert (id, career_id, name, phone, email, cover_letter, resume_path, resume_url)
  on public.job_applications to anon, authenticated;
grant insert (id, name, email, subject, message) on public.contact_messages to anon, authenticated;
grant select, delete on public.bookings, public.job_applications, public.contact_messages to authenticated;

create policy "everyone sends" on public.bookings for insert to anon, authenticated with check (true);
create policy "everyone sends" on public.job_applications for insert to anon, authenticated with check (true);
create policy "everyone sends" on public.contact_messages for insert to anon, authenticated with check (true);

create policy "admins read" on public.bookings for select to authenticated using ((select private.is_admin()));
create policy "admins read" on public.job_applications for select to authenticated using ((select private.is_admin()));
create policy "admins read" on public.contact_messages for select to authenticated using ((select private.is_admin()));

create policy "admins delete" on public.bookings for delete to authenticated using ((select private.is_admin()));
create policy "admins delete" on public.job_applications for delete to authenticated using ((select private.is_admin()));
create policy "admins delete" on public.contact_messages for delete to authenticated using ((select private.is_admin()));
-- The office's e-mails: one row for each submission, and for each answer of a booking's customer. An alert is created with its
-- record and deleted with it.
create table public.alerts (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('booking', 'job_application', 'contact')),
  record_id uuid not null,
  -- The customer's answer that the mail is about; null for the submission itself.
  event_id uuid,
  -- The position's title at the time of the application.
  job_title text,
  state text not null default 'pending' check (state in ('pending', 'sending', 'sent', 'failed')),
  attempts int not null default 0,
  created_at timestamptz not null default now(),
  claimed_at timestamptz,
  sent_at timestamptz,
  -- The cause of the last failure, for staff.
  reason text check (char_length(reason) <= 300),
  -- The number of mails that bounced. It changes the next mail's id, because the provider treats it as another mail.
  bounces int not null default 0,
  -- Set until an administrator releases the alert, because the mailbox would refuse the next mail too.
  bounced_at timestamptz,
  rev bigint not null default 0
);
create index alerts_record on public.alerts (record_id, kind);
create index alerts_newest on public.alerts (created_at desc, id);
create unique index alerts_event on public.alerts (event_id) where event_id is not null;
create index alerts_unsent on public.alerts (created_at desc, id) where state <> 'sent';

alter table public.alerts enable row level security;
grant select on public.alerts to authenticated;
create policy "admins read" on public.alerts for select to authenticated using ((select private.is_admin()));

-- The office enters a booking from a call itself, and a series makes its visits: neither has an alert, and therefore no receipt.
create function private.create_alert() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_argv[0] = 'booking' and (private.is_office() or to_jsonb(new) ->> 'series' is not null) then return null; end if;
  insert into public.alerts (kind, record_id, job_title) values (
    tg_argv[0],
    new.id,
    (select title from public.careers where id = (to_jsonb(new) ->> 'career_id')::uuid)
  );
  return null;
end $$;

create function private.delete_alert() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.alerts where record_id = old.id and kind = tg_argv[0];
  return null;
end $$;

create trigger create_alert after insert on public.bookings
  for each row execute function private.create_alert('booking');
create trigger create_alert after insert on public.job_applications
  for each row execute function private.create_alert('job_application');
create trigger create_alert after insert on public.contact_messages
  for each row execute function private.create_alert('contact');

create trigger delete_alert after delete on public.bookings
  for each row execute function private.delete_alert('booking');
create trigger delete_alert after delete on public.job_applications
  for each row execute function private.delete_alert('job_application');
create trigger delete_alert after delete on public.contact_messages
  for each row execute function private.delete_alert('contact');

-- The backoff: the wait after the last attempt, or after the submission if there was none. Always under a day: mail
-- providers forget an id after a day and would then deliver the mail twice.
create function private.alert_wait(attempts int) returns interval
language sql immutable parallel safe set search_path = ''
as $$
  select case when attempts < 1 then interval '15 minutes'
    else least(interval '5 minutes' * 3 ^ (least(attempts, 6) - 1), interval '12 hours') end;
$$;

create function private.is_claimable(alert public.alerts) returns boolean
language sql stable set search_path = ''
as $$
  select alert.bounced_at is null and (
    alert.state = 'pending'
    or (alert.state = 'failed' and alert.claimed_at <= now() - private.alert_wait(alert.attempts))
    or (alert.state = 'sending' and alert.claimed_at <= now() - interval '2 minutes')
    -- A wrong clock dated an attempt in the future.
    or (alert.state <> 'sent' and alert.claimed_at > now() + interval '1 minute')
  );
$$;

-- Leases one alert of a submission, the oldest first, to one caller for two minutes and returns the stored record to write
-- about: {outcome: 'unknown' | 'sent' | 'claimed-elsewhere'} or {outcome: 'claimed', alert_id, attempts, bounces, record,
-- job_title, event, more}. `event` is the customer's answer, with its place among the booking's events as `sequence`; `more`:
-- another alert can be claimed now. A booking without an alert
-- counts as sent. Anyone may call send-form-email, so a failed alert obeys its backoff and a bounced one waits for release_alert.
create function public.claim_alert(_kind text, _id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  alert public.alerts;
begin
  -- Every writer of alerts takes this lock, so each claim reads the earlier ones.
  perform pg_advisory_xact_lock(hashtext('private.revision'));
  select * into alert from public.alerts a
    where kind = _kind and record_id = _id and private.is_claimable(a) order by created_at, event_id nulls first limit 1;
  if found then
    update public.alerts set state = 'sending', attempts = attempts + 1, claimed_at = now() where id = alert.id returning * into alert;
    return jsonb_build_object(
      'outcome', 'claimed',
      'alert_id', alert.id,
      'attempts', alert.attempts,
      'bounces', alert.bounces,
      'job_title', alert.job_title,
      'record', case _kind
        when 'booking' then (select to_jsonb(b) - array['crew', 'access', 'job'] from public.bookings b where b.id = _id)
        when 'job_application' then (select to_jsonb(a) from public.job_applications a where a.id = _id)
        when 'contact' then (select to_jsonb(m) from public.contact_messages m where m.id = _id)
      end,
      'event', (
        select to_jsonb(e) - array['created_by', 'rev', 'crew', 'for_series', 'pictures', 'made_at'] || jsonb_build_object(
          'sequence', (select count(*) from public.booking_events before where before.booking_id = e.booking_id and before.rev <= e.rev)
        )
        from public.booking_events e where e.id = alert.event_id
      ),
      'more', exists (select from public.alerts a where kind = _kind and record_id = _id and private.is_claimable(a))
    );
  end if;
  return jsonb_build_object('outcome', (
    select case
      when count(*) = 0 and not (_kind = 'booking' and exists (select from public.bookings where id = _id)) then 'unknown'
      when coalesce(bool_and(state = 'sent'), true) then 'sent'
      else 'claimed-elsewhere'
    end
    from public.alerts where kind = _kind and record_id = _id
  ));
end $$;
grant execute on function public.claim_alert(text, uuid) to service_role;

-- For administrators, through public.release_alert: the next claim of an unsent alert ignores backoff and bounce.
create function private.release_alert(_kind text, _id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.is_admin() then
    raise insufficient_privilege using message = 'Only administrators can send an alert again.';
  end if;
  update public.alerts set state = 'pending', bounced_at = null where kind = _kind and record_id = _id and state = 'failed';
end $$;
grant execute on function private.release_alert(text, uuid) to authenticated;

create function public.release_alert(_kind text, _id uuid) returns void
language sql volatile security invoker set search_path = ''
as $$
  select private.release_alert(_kind, _id);
$$;
grant execute on function public.release_alert(text, uuid) to authenticated;

-- Stores the result of an attempt. A sent alert stays sent, even if a slower caller reports otherwise. A bounce stays
-- too: its report may arrive before the provider's answer to the sender.
create function public.finish_alert(_alert_id uuid, _sent boolean, _reason text default null) returns void
language sql security definer set search_path = ''
as $$
  update public.alerts set
    state = case when _sent then 'sent' else 'failed' end,
    sent_at = case when _sent then now() end,
    reason = case when _sent then null else left(_reason, 300) end
    where id = _alert_id and state <> 'sent' and bounced_at is null;
$$;
grant execute on function public.finish_alert(uuid, boolean, text) to service_role;

-- Stores the provider's report that the mail sent after `_bounces` bounces was not delivered; true if the alert
-- changed. A repeated report concerns an earlier mail and changes nothing.
create function public.bounce_alert(_alert_id uuid, _bounces int, _reason text) returns boolean
language sql security definer set search_path = ''
as $$
  with bounced as (
    update public.alerts set state = 'failed', sent_at = null, bounced_at = now(), bounces = bounces + 1, reason = left(_reason, 300)
      where id = _alert_id and bounces = _bounces and attempts > 0
      returning 1
  )
  select exists (select from bounced);
$$;
grant execute on function public.bounce_alert(uuid, int, text) to service_role;
-- Every change of a listed row gets the next revision, and every deletion leaves a tombstone, so that a portal's
-- replica can request all changes after its cursor. Revisions must become visible in order, so writers of listed tables
-- take turns under one lock until they commit.
create sequence private.revision minvalue 0;

select setval('private.revision', 0);

-- The tombstones.
create table public.deleted_rows (
  table_name text not null,
  id uuid not null,
  rev bigint not null default 0,
  primary key (table_name, id)
);
create index deleted_rows_rev on public.deleted_rows (rev);

alter table public.deleted_rows enable row level security;
grant select on public.deleted_rows to authenticated;
create policy "admins read" on public.deleted_rows for select to authenticated using ((select private.is_admin()));

-- Locks before an update or deletion touches a row: a later lock could deadlock with a deletion that holds the row.
create function private.lock_revisions() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtext('private.revision'));
  return null;
end $$;

-- Insertions take the same lock at their first row, when the request is read and within its limits. They have locked no
-- row yet, so they cannot deadlock with a deletion.
create function private.lock_revisions_for_row() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtext('private.revision'));
  return new;
end $$;

create function private.stamp_revision() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.rev := nextval('private.revision');
  return new;
end $$;

create function private.leave_tombstone() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.deleted_rows (table_name, id) values (tg_table_name, old.id);
  return null;
end $$;

-- A late replay never restores a deleted record: the device learns that its record was already stored. The table's name
-- is copied into a text variable, because the collation of `tg_table_name` prevents the use of the primary key.
create function private.refuse_deleted() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  listed text := tg_table_name;
begin
  if exists (select from public.deleted_rows where table_name = listed and id = new.id) then
    raise unique_violation using
      message = format('duplicate key value violates unique constraint "%s_pkey"', tg_table_name),
      detail = format('Key (id)=(%s) was deleted.', new.id),
      constraint = tg_table_name || '_pkey', table = tg_table_name, schema = tg_table_schema;
  end if;
  return new;
end $$;
create trigger stamp_revision before insert on public.deleted_rows
  for each row execute function private.stamp_revision();

-- Triggers of one kind run in the order of their names; flood_guard adds ones that run earlier.
do $$
declare
  listed text;
begin
  foreach listed in array array[
    'bookings', 'job_applications', 'contact_messages', 'careers', 'gallery_images', 'testimonials', 'crew', 'alerts'
  ] loop
    execute format($sql$
      create index %2$I on public.%1$I (rev);
      create trigger lock_revisions before update or delete on public.%1$I
        for each statement execute function private.lock_revisions();
      create trigger lock_revisions_for_row before insert on public.%1$I
        for each row execute function private.lock_revisions_for_row();
      create trigger refuse_deleted before insert on public.%1$I
        for each row execute function private.refuse_deleted();
      create trigger stamp_revision before insert or update on public.%1$I
        for each row execute function private.stamp_revision();
      create trigger leave_tombstone after delete on public.%1$I
        for each row execute function private.leave_tombstone();
    $sql$, listed, listed || '_rev');
  end loop;
end $$;

-- For administrators: deletes up to a thousand rows of one list atomically. {deleted}: how many existed. A definer,
-- because row-level security would skip rows without an error.
create function private.delete_rows(listed text, ids uuid[]) returns json
language plpgsql security definer set search_path = ''
as $$
declare
  deleted int;
begin
  if not private.is_admin() then
    raise insufficient_privilege using message = 'Only administrators can delete rows of the lists.';
  end if;
  if listed is null or ids is null or cardinality(ids) > 1000
    or listed not in ('bookings', 'job_applications', 'contact_messages', 'careers', 'gallery_images', 'testimonials', 'crew')
  then
    raise invalid_parameter_value using message = 'A deletion names a list, and a thousand ids at most.';
  end if;
  execute format('delete from public.%I where id = any($1)', listed) using ids;
  get diagnostics deleted = row_count;
  return json_build_object('deleted', deleted);
end $$;
grant execute on function private.delete_rows(text, uuid[]) to authenticated;

create function public.delete_rows(listed text, ids uuid[]) returns json
language sql volatile security invoker set search_path = ''
as $$
  select private.delete_rows(listed, ids);
$$;
grant execute on function public.delete_rows(text, uuid[]) to authenticated;

-- For administrators: deletes up to a hundred additions to one list, and leaves tombstones for missing rows too, so
-- that a late insertion is refused. A definer, because no request role writes tombstones.
create function private.withdraw(listed text, ids uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.is_admin() then
    raise insufficient_privilege using message = 'Only administrators can withdraw what was added.';
  end if;
  if listed is null or listed not in ('bookings', 'careers', 'gallery_images', 'testimonials', 'crew') or cardinality(ids) > 100 then
    raise invalid_parameter_value using
      message = 'A withdrawal names bookings, careers, gallery_images, testimonials or crew, and a hundred ids at most.';
  end if;
  -- Take the writers' lock before the first row: a concurrent insertion commits before the deletion, or is refused
  -- after it.
  perform pg_advisory_xact_lock(hashtext('private.revision'));
  execute format('delete from public.%I where id = any($1)', listed) using ids;
  insert into public.deleted_rows (table_name, id) select distinct listed, given.id from unnest(ids) as given (id)
    where given.id is not null on conflict do nothing;
end $$;
grant execute on function private.withdraw(text, uuid[]) to authenticated;

create function public.withdraw(listed text, ids uuid[]) returns void
language sql volatile security invoker set search_path = ''
as $$
  select private.withdraw(listed, ids);
$$;
grant execute on function public.withdraw(text, uuid[]) to authenticated;
-- The events of bookings: the answers of the office and of customers, the office's choice of those who go and its
-- instructions to them, their reports, and reminders. See docs/decisions/0024-answers.md, 0025-regular-visits.md and 0026-crew.md.

-- True for an event that is no answer: its customer never reads it, and it replaces no answer.
create function private.is_internal(_kind text) returns boolean
language sql immutable parallel safe set search_path = ''
as $$ select _kind in ('instructed', 'assigned', 'entrusted', 'done', 'locked-out', 'noted', 'reminded'); $$;

-- Append-only. Devices mint `id`, so that a repeated answer is recognised. No request role writes: see answer_booking and
-- answer_request.
create table public.booking_events (
  id uuid primary key,
  booking_id uuid not null references public.bookings (id) on delete cascade,
  actor text not null check (actor in ('office', 'customer', 'crew')),
  -- The administrator; null for customer and crew, and once the account is deleted.
  created_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  kind text not null,
  -- The day and slot that are confirmed, offered, accepted, asked for or reminded of; of `repeated`, the first visit's; of
  -- `stopped`, the last day that may have a visit.
  day date check (day between '2020-01-01' and '2099-12-31'),
  time_slot text check (time_slot in ('morning', 'afternoon', 'evening')),
  -- The visit that the event moved.
  from_day date,
  from_slot text,
  -- The weeks between two visits of `repeated`.
  every int check (every in (1, 2, 4)),
  -- The agreed price, in pence, for an hour or a visit.
  price_pence int check (price_pence between 1 and 10000000),
  price_per text check (price_per in ('hour', 'visit')),
  -- The office's text to the customer, or of `instructed` to those who go; the crew's to the office. Customers send no text, and
  -- the text of `entrusted` is stored in the booking alone, because events are kept.
  message text check (private.is_paragraphs(message, 1, 1000, 60)),
  -- The people of `assigned`, or the one who reports.
  crew uuid[] check (cardinality(crew) <= 10),
  -- `assigned` is about the visits of the series, too.
  for_series boolean,
  -- The number of a report's pictures, in the bucket `jobs`.
  pictures int check (pictures between 0 and 6),
  -- The phone's time of a report.
  made_at timestamptz,
  -- The booking's revision with this event, which orders the events of a booking.
  rev bigint not null,
  constraint kind_of_actor check (case actor
    when 'office' then kind in (
      'confirmed', 'offered', 'declined', 'cancelled', 'completed', 'reopened', 'repeated', 'stopped', 'kept', 'instructed',
      'assigned', 'entrusted', 'reminded'
    )
    when 'crew' then kind in ('done', 'locked-out', 'noted')
    else kind in ('accepted', 'refused', 'cancelled', 'asked')
  end),
  constraint day_of_kind check (
    (time_slot is not null) = (kind in ('confirmed', 'offered', 'accepted', 'repeated', 'asked', 'reminded'))
    and (day is not null) = (time_slot is not null or kind = 'stopped')
  ),
  constraint every_of_kind check ((every is not null) = (kind = 'repeated')),
  constraint price_of_kind check (
    (price_pence is null) = (price_per is null)
    and (price_pence is null or kind in ('confirmed', 'offered', 'accepted', 'repeated'))
  ),
  constraint message_of_kind check (case kind when 'noted' then message is not null when 'entrusted' then message is null
    else actor <> 'customer' or message is null end),
  constraint created_by_of_actor check (actor = 'office' or created_by is null),
  constraint crew_of_kind check (
    (crew is not null) = (actor = 'crew' or kind = 'assigned') and (actor <> 'crew' or cardinality(crew) = 1)
    and (for_series is not null) = (kind = 'assigned')
    and (pictures is not null) = (actor = 'crew') and (made_at is not null) = (actor = 'crew')
  )
);
create unique index booking_events_booking on public.booking_events (booking_id, rev);
create index booking_events_created_by on public.booking_events (created_by);
create index booking_events_series on public.booking_events (booking_id, rev) where kind in ('repeated', 'stopped');

alter table public.booking_events enable row level security;
grant select on public.booking_events to authenticated;
create policy "admins read" on public.booking_events for select to authenticated using ((select private.is_admin()));

create trigger trim_texts before insert on public.booking_events
  for each row execute function private.trim_texts('message');

-- Holds for definer functions too. An event is deleted with its booking only, and forgets a deleted administrator.
create function private.keep_events() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and to_jsonb(new) = to_jsonb(old) || '{"created_by": null}' then return new; end if;
  if tg_op = 'DELETE' and not exists (select from public.bookings where id = old.booking_id) then return old; end if;
  raise insufficient_privilege using message = 'Events of bookings are never changed.';
end $$;
create trigger keep_events before update or delete on public.booking_events
  for each row execute function private.keep_events();

-- The status after an event; null if the event is not possible. The same table as EVENT_TRANSITIONS in
-- core/domain/booking-events.ts. A confirmed booking is moved by another `confirmed`. See private.is_admitted for the conditions
-- beyond the status.
create function private.status_after(_status text, _actor text, _kind text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select after from (values
    ('office', 'confirmed', 'pending', 'confirmed'),
    ('office', 'confirmed', 'confirmed', 'confirmed'),
    ('office', 'offered', 'pending', 'pending'),
    ('office', 'offered', 'confirmed', 'confirmed'),
    ('office', 'kept', 'confirmed', 'confirmed'),
    ('office', 'declined', 'pending', 'cancelled'),
    ('office', 'cancelled', 'pending', 'cancelled'),
    ('office', 'cancelled', 'confirmed', 'cancelled'),
    ('office', 'completed', 'confirmed', 'completed'),
    ('office', 'reopened', 'completed', 'pending'),
    ('office', 'reopened', 'cancelled', 'pending'),
    ('office', 'repeated', 'pending', 'confirmed'),
    ('office', 'repeated', 'confirmed', 'confirmed'),
    ('office', 'repeated', 'completed', 'completed'),
    ('office', 'repeated', 'cancelled', 'cancelled'),
    ('office', 'stopped', 'pending', 'pending'),
    ('office', 'stopped', 'confirmed', 'confirmed'),
    ('office', 'stopped', 'completed', 'completed'),
    ('office', 'stopped', 'cancelled', 'cancelled'),
    ('office', 'instructed', 'pending', 'pending'),
    ('office', 'instructed', 'confirmed', 'confirmed'),
    ('office', 'instructed', 'completed', 'completed'),
    ('office', 'instructed', 'cancelled', 'cancelled'),
    ('office', 'assigned', 'pending', 'pending'),
    ('office', 'assigned', 'confirmed', 'confirmed'),
    ('office', 'assigned', 'completed', 'completed'),
    ('office', 'assigned', 'cancelled', 'cancelled'),
    ('office', 'entrusted', 'pending', 'pending'),
    ('office', 'entrusted', 'confirmed', 'confirmed'),
    ('office', 'entrusted', 'completed', 'completed'),
    ('office', 'entrusted', 'cancelled', 'cancelled'),
    ('crew', 'done', 'pending', 'pending'),
    ('crew', 'done', 'confirmed', 'confirmed'),
    ('crew', 'done', 'completed', 'completed'),
    ('crew', 'done', 'cancelled', 'cancelled'),
    ('crew', 'locked-out', 'pending', 'pending'),
    ('crew', 'locked-out', 'confirmed', 'confirmed'),
    ('crew', 'locked-out', 'completed', 'completed'),
    ('crew', 'locked-out', 'cancelled', 'cancelled'),
    ('crew', 'noted', 'pending', 'pending'),
    ('crew', 'noted', 'confirmed', 'confirmed'),
    ('crew', 'noted', 'completed', 'completed'),
    ('crew', 'noted', 'cancelled', 'cancelled'),
    ('customer', 'accepted', 'pending', 'confirmed'),
    ('customer', 'accepted', 'confirmed', 'confirmed'),
    ('customer', 'refused', 'pending', 'pending'),
    ('customer', 'refused', 'confirmed', 'confirmed'),
    ('customer', 'asked', 'pending', 'pending'),
    ('customer', 'asked', 'confirmed', 'confirmed'),
    ('customer', 'cancelled', 'pending', 'cancelled'),
    ('customer', 'cancelled', 'confirmed', 'cancelled')
  ) as transitions (actor, kind, before, after)
  where actor = _actor and kind = _kind and before = _status;
$$;

create function private.london_today() returns date
language sql stable parallel safe set search_path = ''
as $$ select (now() at time zone 'Europe/London')::date; $$;

-- Adds an event to a booking and sets the booking's status; its day, slot and price if the event sets them; its instructions,
-- way in and people. An offer moves nothing, and the people of a series do not change those of a past day. The caller holds the
-- lock of the revisions.
create function private.add_event(before public.bookings, _event public.booking_events, _status text) returns public.bookings
language plpgsql set search_path = ''
as $$
declare
  booking public.bookings;
  moves boolean := _event.kind in ('confirmed', 'accepted') or (_event.kind = 'repeated' and before.status = 'pending');
begin
  if _event.kind in ('confirmed', 'accepted') and before.status = 'confirmed'
    and (before.preferred_date, before.preferred_time) <> (_event.day, _event.time_slot)
  then
    _event.from_day := before.preferred_date;
    _event.from_slot := before.preferred_time;
  end if;
  update public.bookings set
    status = _status,
    preferred_date = case when moves then coalesce(_event.day, preferred_date) else preferred_date end,
    preferred_time = case when moves then coalesce(_event.time_slot, preferred_time) else preferred_time end,
    price_pence = case when _event.kind <> 'offered' then coalesce(_event.price_pence, price_pence) else price_pence end,
    price_per = case when _event.kind <> 'offered' then coalesce(_event.price_per, price_per) else price_per end,
    instructions = case when _event.kind = 'instructed' then _event.message else instructions end,
    access = case when _event.kind = 'entrusted' then _event.message else access end,
    crew = case when _event.kind = 'assigned' and not (_event.for_series and preferred_date < private.london_today())
      then _event.crew else crew end
    where id = before.id returning * into booking;
  if _event.kind = 'entrusted' then _event.message := null; end if;
  _event.rev := booking.rev;
  _event.created_at := now();
  insert into public.booking_events select (_event).*;
  return booking;
end $$;

create function private.is_repeated(_event_id uuid, _booking_id uuid, _actor text, _kind text) returns boolean
language sql stable set search_path = ''
as $$
  select exists (
    select from public.booking_events where id = _event_id and booking_id = _booking_id and actor = _actor and kind = _kind
  );
$$;

-- The last answer to a booking; null for a booking without one.
create function private.last_event(_booking_id uuid) returns public.booking_events
language sql stable set search_path = ''
as $$
  select e from public.booking_events e
  where booking_id = _booking_id and not private.is_internal(kind) order by rev desc limit 1;
$$;

-- An answer as its customer may read it: without its author; null for none.
create function private.customer_event(event public.booking_events) returns jsonb
language sql immutable parallel safe set search_path = ''
as $$
  select case when event.id is not null then jsonb_build_object(
    'id', event.id, 'actor', event.actor, 'kind', event.kind, 'day', event.day, 'time_slot', event.time_slot, 'every', event.every,
    'price_pence', event.price_pence, 'price_per', event.price_per, 'message', event.message, 'created_at', event.created_at
  ) end;
$$;
-- Regular visits. The office's event `repeated` starts a series on its first booking, or changes it from a day on; `stopped`
-- ends it. The visits of the coming six weeks are rows of bookings. See docs/decisions/0025-regular-visits.md.

-- The id of the visit that a `repeated` event makes for a day. The same visit made twice, by two servers or after a restore is one row,
-- and a deleted one is refused by its tombstone.
create function private.visit_id(_event_id uuid, _day date) returns uuid
language sql immutable strict parallel safe set search_path = ''
as $$
  select private.uuid_of(_event_id || ' ' || to_char(_day, 'YYYY-MM-DD'));
$$;

-- The rule of a series: its last `repeated`, and the last day after which it makes no visit, if it was stopped since. No row for a
-- booking without a series. `before`: the rule before this revision.
create function private.series_rule(_series uuid, before bigint default null)
returns table (event_id uuid, day date, time_slot text, every int, price_pence int, price_per text, until date, rev bigint)
language sql stable set search_path = ''
as $$
  select r.id, r.day, r.time_slot, r.every, r.price_pence, r.price_per, (
    select s.day from public.booking_events s
    where s.booking_id = _series and s.kind = 'stopped' and s.rev > r.rev and (before is null or s.rev < before)
    order by s.rev desc limit 1
  ), r.rev
  from public.booking_events r
  where r.booking_id = _series and r.kind = 'repeated' and (before is null or r.rev < before)
  order by r.rev desc limit 1;
$$;

-- True while a series may have visits to come.
create function private.is_running(_series uuid) returns boolean
language sql stable set search_path = ''
as $$
  select exists (select from private.series_rule(_series) where until is null or until >= private.london_today());
$$;

-- The days of a rule, up to the last one given, in order.
create function private.days_of(_day date, _every int, _until date, _last date) returns setof date
language sql immutable parallel safe set search_path = ''
as $$
  select d::date from generate_series(_day::timestamp, least(_until, _last)::timestamp, make_interval(weeks => _every)) as d;
$$;

-- The last day for which visits are made ahead.
create function private.series_horizon() returns date
language sql stable parallel safe set search_path = ''
as $$ select private.london_today() + 42; $$;

-- The days up to `_last` for which a series lacks a visit: the first one of its rule, and later ones from today on.
create function private.missing_days(_series uuid, _last date)
returns table (event_id uuid, day date, time_slot text, price_pence int, price_per text)
language sql stable set search_path = ''
as $$
  select r.event_id, d, r.time_slot, r.price_pence, r.price_per
  from private.series_rule(_series) r,
    lateral private.days_of(r.day, r.every, r.until, greatest(r.day, _last)) as d
  where (d = r.day or d >= private.london_today())
    and not exists (select from public.bookings v where v.series = _series and v.series_day = d)
    and not exists (select from public.bookings b where b.id = _series and b.series_day = d)
    -- Deleted since the rule stands; under the id of a former rule, if it has kept that row.
    and not exists (
      select from public.booking_events e
      join public.deleted_rows t on t.table_name = 'bookings' and t.id = private.visit_id(e.id, d)
      where e.booking_id = _series and e.kind = 'repeated' and (e.id = r.event_id or t.rev > r.rev)
    );
$$;

-- The people of a series: those of its last `assigned` for the series, else those that the first booking had before it was repeated.
-- Without people who were deleted since.
create function private.series_crew(_series uuid) returns uuid[]
language sql stable set search_path = ''
as $$
  select array(
    select member from unnest((
      select e.crew from public.booking_events e
      where e.booking_id = _series and e.kind = 'assigned' and (e.for_series or e.rev < (
        select min(rev) from public.booking_events where booking_id = _series and kind = 'repeated'
      ))
      order by e.for_series desc, e.rev desc limit 1
    )) with ordinality as assigned (member, place)
    where exists (select from public.crew where id = member) order by place
  );
$$;

-- Makes the missing visits of a series up to a day, and returns their number. The caller holds the lock of the revisions.
create function private.make_visits(_series uuid, _last date) returns int
language plpgsql set search_path = ''
as $$
declare
  made int;
begin
  insert into public.bookings (
    id, series, series_day, name, phone, email, address, service_type, service, size, frequency, notes, by_office,
    preferred_date, preferred_time, status, price_pence, price_per, instructions, access, crew
  )
  select private.visit_id(d.event_id, d.day), b.id, d.day, b.name, b.phone, b.email, b.address, b.service_type, b.service, b.size,
    b.frequency, b.notes, b.by_office, d.day, d.time_slot, 'confirmed',
    case when d.price_per is null then b.price_pence else d.price_pence end, coalesce(d.price_per, b.price_per), b.instructions,
    b.access, private.series_crew(b.id)
  from public.bookings b, private.missing_days(_series, _last) d where b.id = _series;
  get diagnostics made = row_count;
  return made;
end $$;

-- Makes the missing visits of up to `at_most` series, and returns their number: a part of them, so that other writers wait for
-- milliseconds. It runs three times an hour, so that a server that was down at night makes them later.
create function private.make_due_visits(at_most int) returns int
language plpgsql security definer set search_path = ''
as $$
declare
  due uuid[];
  made int := 0;
  listed uuid;
begin
  due := array(
    select booking_id from (select distinct booking_id from public.booking_events where kind = 'repeated') as first
    where exists (select from private.missing_days(booking_id, private.series_horizon())) limit at_most
  );
  perform private.note_run('make-visits');
  if cardinality(due) = 0 then return 0; end if;
  perform pg_advisory_xact_lock(hashtext('private.revision'));
  foreach listed in array due loop
    made := made + private.make_visits(listed, private.series_horizon());
  end loop;
  return made;
end $$;

-- The time of a job's last run, for `npm run deploy:check`.
create table private.last_runs (
  job text primary key,
  at timestamptz not null default now()
);
alter table private.last_runs enable row level security;

-- Notes that a job runs now; changes nothing within a minute of the last note, because strangers may cause one. A time in the future came
-- from a wrong clock.
create function private.note_run(_job text) returns void
language sql volatile set search_path = ''
as $$
  insert into private.last_runs (job) select _job
    where not exists (select from private.last_runs where job = _job and at between now() - interval '1 minute' and now() + interval '1 minute')
    on conflict (job) do update set at = now();
$$;

-- Whether a visit has an answer of its own or a report of the crew, so that the series leaves it alone.
create function private.is_touched(visit public.bookings) returns boolean
language sql stable set search_path = ''
as $$
  select exists (select from public.booking_events where booking_id = visit.id and (actor = 'crew' or not private.is_internal(kind)));
$$;

-- Applies an event that was just added to its series. Untouched visits that are no longer due are deleted, from today on; those
-- that a new rule has too keep their row. The caller holds the lock of the revisions.
create function private.apply_to_series(event public.booking_events) returns void
language plpgsql set search_path = ''
as $$
declare
  -- The first day of the change.
  from_day date := greatest(case event.kind when 'stopped' then event.day + 1 else event.day end, private.london_today());
begin
  if event.kind = 'instructed' then
    update public.bookings set instructions = event.message
      where series = event.booking_id and preferred_date >= private.london_today()
        and instructions is distinct from private.trimmed(event.message);
    return;
  end if;
  if event.kind = 'entrusted' then
    update public.bookings set access = event.message
      where series = event.booking_id and preferred_date >= private.london_today()
        and access is distinct from private.trimmed(event.message);
    return;
  end if;
  if event.kind = 'assigned' and event.for_series then
    update public.bookings v set crew = event.crew
      where v.series = event.booking_id and v.preferred_date >= private.london_today() and v.crew <> event.crew
        and not exists (select from public.booking_events e where e.booking_id = v.id and e.kind = 'assigned');
    return;
  end if;
  if event.kind not in ('repeated', 'stopped') then return; end if;
  delete from public.bookings v
    where v.series = event.booking_id and v.series_day >= from_day and not private.is_touched(v)
      and not (event.kind = 'repeated' and (v.series_day - event.day) % (7 * event.every) = 0);
  if event.kind = 'stopped' then return; end if;
  update public.bookings v set preferred_time = event.time_slot,
    price_pence = coalesce(event.price_pence, v.price_pence), price_per = coalesce(event.price_per, v.price_per)
    where v.series = event.booking_id and v.series_day >= from_day and not private.is_touched(v);
  -- The booking itself is the visit of its day.
  update public.bookings b set series_day = b.preferred_date
    where b.id = event.booking_id and b.series_day is null and b.status in ('confirmed', 'completed')
      and b.preferred_date >= event.day and (b.preferred_date - event.day) % (7 * event.every) = 0;
  perform private.make_visits(event.booking_id, private.series_horizon());
end $$;

-- The visits that an event deleted, soonest first: {id, day, time_slot}, for calendars that have them. A visit keeps the id that an
-- earlier rule gave it.
create function private.removed_visits(event public.booking_events) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'day', d, 'time_slot', r.time_slot) order by d), '[]')
  from private.series_rule(event.booking_id, event.rev) r, public.booking_events e,
    lateral private.days_of(e.day, e.every, null, (event.created_at at time zone 'Europe/London')::date + 42) as d,
    public.deleted_rows t
  where event.kind in ('repeated', 'stopped') and d >= event.day + case event.kind when 'stopped' then 1 else 0 end
    and e.booking_id = event.booking_id and e.kind = 'repeated' and e.rev < event.rev
    and t.table_name = 'bookings' and t.id = private.visit_id(e.id, d) and t.rev > event.rev;
$$;

-- The number of a booking's answers, the `sequence` of its calendar entry. A visit counts the changes of its series too, which may change it.
create function private.sequence_of(booking public.bookings) returns bigint
language sql stable set search_path = ''
as $$
  select count(*) from public.booking_events e
  where (e.booking_id = booking.id and not private.is_internal(e.kind))
    or (e.booking_id = booking.series and e.kind in ('repeated', 'stopped'));
$$;

-- The coming visits of a series with their own days, soonest first, as its customer may read them: {id, day, time_slot, status,
-- sequence, last}. `sequence` grows with each of their calendar entries; `last` is the visit's own last answer.
create function private.coming_visits(_series uuid, at_most int) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', v.id, 'day', v.preferred_date, 'time_slot', v.preferred_time, 'status', v.status,
    'sequence', private.sequence_of(v),
    'last', private.customer_event(e)
  ) order by v.preferred_date, v.id), '[]')
  from (
    select * from public.bookings b
    where b.series = _series and b.preferred_date >= private.london_today()
    order by b.preferred_date, b.id limit at_most
  ) as v left join lateral private.last_event(v.id) as e on true;
$$;

-- A series as its customer may read it, with its coming four visits; null for a booking without a series.
create function private.series_state(_series uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'every', every, 'day', day, 'time_slot', time_slot, 'until', until, 'visits', private.coming_visits(_series, 4)
  ) from private.series_rule(_series);
$$;
-- Answers to bookings: the office confirms, offers another time, declines, cancels, completes, reopens, repeats, stops, keeps
-- the day, instructs, assigns people and entrusts the way in; the customer accepts, refuses, cancels and asks for another day. See docs/decisions/0024-answers.md.

-- The conditions of an answer beyond the status; the same rules as `isAdmitted` in core/domain/booking-events.ts. `last`: the
-- booking's last answer. Only the first booking of a series is repeated and stopped; a cancelled one only if it is one already.
create function private.is_admitted(booking public.bookings, last public.booking_events, _kind text, _day date) returns boolean
language plpgsql stable set search_path = ''
as $$
declare
  rule record;
begin
  if _kind = 'kept' then return coalesce(last.kind = 'asked', false); end if;
  if _kind not in ('repeated', 'stopped') then return true; end if;
  if booking.series is not null then return false; end if;
  select * into rule from private.series_rule(booking.id);
  return case _kind
    when 'repeated' then booking.status <> 'cancelled' or rule.event_id is not null
    -- A stopped series ends earlier, and is repeated to end later: its later visits have left tombstones.
    else rule.event_id is not null and (rule.until is null or (rule.until >= private.london_today() and _day < rule.until))
  end;
end $$;

-- Whether an answer of the office has its effect already, by another event: then it is done, and no conflict. The same
-- rule as `officeAnswerStands` in core/domain/booking-events.ts. `last`: the booking's last answer.
create function private.office_answer_stands(
  booking public.bookings, last public.booking_events, answer public.booking_events
) returns boolean
language sql stable set search_path = ''
as $$
  select coalesce(case answer.kind
    when 'confirmed' then booking.status = 'confirmed'
      and (booking.preferred_date, booking.preferred_time) = (answer.day, answer.time_slot)
      and (answer.price_pence is null or (booking.price_pence, booking.price_per) = (answer.price_pence, answer.price_per))
    when 'offered' then booking.status in ('pending', 'confirmed') and last.kind = 'offered'
      and (last.day, last.time_slot) = (answer.day, answer.time_slot)
      and (last.price_pence, last.price_per) is not distinct from (answer.price_pence, answer.price_per)
      and answer.day > private.london_today()
    when 'completed' then booking.status = 'completed'
    when 'reopened' then booking.status = 'pending'
    when 'kept' then booking.status = 'confirmed' and last.kind = 'kept'
    when 'repeated' then last.kind = 'repeated' and (last.day, last.time_slot, last.every) = (answer.day, answer.time_slot, answer.every)
      and (last.price_pence, last.price_per) is not distinct from (answer.price_pence, answer.price_per)
    when 'stopped' then last.kind = 'stopped' and last.day = answer.day
    when 'instructed' then booking.instructions is not distinct from private.trimmed(answer.message)
    when 'entrusted' then booking.access is not distinct from private.trimmed(answer.message)
    when 'assigned' then (
      select (e.crew, e.for_series) = (answer.crew, answer.for_series) from public.booking_events e
      where e.booking_id = booking.id and e.kind = 'assigned' order by e.rev desc limit 1
    )
    else booking.status = 'cancelled'
  end, false);
$$;

-- The last event that an answer of this kind may not have missed. Answers, instructions, people and the way in do not exclude each
-- other.
create function private.last_rival(_booking_id uuid, _kind text) returns bigint
language sql stable set search_path = ''
as $$
  select coalesce(max(rev), 0) from public.booking_events
  where booking_id = _booking_id and case when private.is_internal(_kind) then kind = _kind else not private.is_internal(kind) end;
$$;

-- The people that an answer assigns: without those that were deleted since. Raises a violation of a foreign key for any other unknown id.
create function private.assignable(_crew uuid[]) returns uuid[]
language plpgsql stable set search_path = ''
as $$
begin
  if _crew is null or cardinality(_crew) > 10 or array_position(_crew, null) is not null
    or cardinality(_crew) <> (select count(distinct member) from unnest(_crew) as member)
  then
    raise check_violation using message = 'Up to ten people are assigned, each once.';
  end if;
  if exists (
    select from unnest(_crew) as member where not exists (select from public.crew where id = member)
      and not exists (select from public.deleted_rows where table_name = 'crew' and id = member)
  ) then
    raise foreign_key_violation using message = 'An assigned person is not listed.';
  end if;
  return array(
    select member from unnest(_crew) with ordinality as assigned (member, place)
    where exists (select from public.crew where id = member) order by place
  );
end $$;

-- For administrators: answers a booking of the given revision, as {outcome, state: {status, day, time_slot, rev}, standing}.
-- `state` is the present one. `_every`: the weeks of `repeated`. `_price_pence`, `_price_per`: the price of `confirmed`, `offered`
-- and `repeated`; null keeps the agreed one. `_crew`, `_for_series`: the people of `assigned`, and whether they go to the visits of the
-- series, too, which is for its first booking. `_message` of `entrusted`: the way in; null empties it. Outcomes:
-- added: stored now or before, by the same event id; or its effect stands by another event, whose text is
--   `standing.message`. Otherwise `standing` is null.
-- changed: an answer came after the revision, or the booking admits no such answer, and its effect does not stand. The outcome
-- of a mail is no change.
-- gone: there is no such booking; `state` is null.
-- too-early: completed before its day. too-late: a day that has passed, or an offer of a day that has begun.
create function private.answer_booking(
  _event_id uuid, _booking_id uuid, _expected_revision bigint, _kind text, _day date, _time_slot text, _message text,
  _every int, _price_pence int, _price_per text, _crew uuid[], _for_series boolean
) returns json
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings;
  last public.booking_events;
  answer public.booking_events;
  after text;
  outcome text;
  standing json;
begin
  if not private.is_admin() then
    raise insufficient_privilege using message = 'Only administrators can answer bookings.';
  end if;
  if _event_id is null or _kind is null or _kind not in (
    'confirmed', 'offered', 'declined', 'cancelled', 'completed', 'reopened', 'repeated', 'stopped', 'kept', 'instructed', 'assigned',
    'entrusted'
  ) then
    raise check_violation using message = 'An answer has an id and a kind.';
  end if;
  -- Every writer of bookings takes this lock before a row.
  perform pg_advisory_xact_lock(hashtext('private.revision'));
  select * into booking from public.bookings where id = _booking_id;
  last := private.last_event(_booking_id);
  answer := jsonb_populate_record(null::public.booking_events, jsonb_build_object(
    'id', _event_id, 'booking_id', _booking_id, 'actor', 'office', 'created_by', auth.uid(), 'kind', _kind, 'day', _day,
    'time_slot', _time_slot, 'message', _message, 'every', _every, 'price_pence', _price_pence, 'price_per', _price_per
  ));
  if _kind = 'assigned' then
    answer.crew := private.assignable(_crew);
    answer.for_series := coalesce(_for_series, false) and booking.series is null;
  end if;
  after := private.status_after(booking.status, 'office', _kind);
  outcome := case
    when booking.id is null then 'gone'
    when private.is_repeated(_event_id, _booking_id, 'office', _kind) then 'added'
    when after is null or not private.is_admitted(booking, last, _kind, _day) or _expected_revision is null
      or _expected_revision not between private.last_rival(_booking_id, _kind) and booking.rev then 'changed'
    when _kind = 'completed' and booking.preferred_date > private.london_today() then 'too-early'
    when _kind = 'offered' and _day <= private.london_today() then 'too-late'
    when _kind = 'repeated' and _day < private.london_today() then 'too-late'
    -- The booking's own day may have passed: a job that was done is confirmed, then completed.
    when _kind = 'confirmed' and _day < private.london_today() and _day <> booking.preferred_date then 'too-late'
  end;
  if outcome = 'changed' then
    if private.office_answer_stands(booking, last, answer) then
      outcome := 'added';
      standing := json_build_object('message', case _kind
        when 'instructed' then booking.instructions when 'entrusted' then booking.access when 'assigned' then null else last.message
      end);
    end if;
  elsif outcome is null then
    -- The former rule makes its visits up to the change.
    if _kind = 'repeated' then perform private.make_visits(_booking_id, _day - 1); end if;
    booking := private.add_event(booking, answer, after);
    perform private.apply_to_series(answer);
    select * into booking from public.bookings where id = _booking_id;
  end if;
  return json_build_object('outcome', coalesce(outcome, 'added'), 'state', case when booking.id is not null then
    json_build_object('status', booking.status, 'day', booking.preferred_date, 'time_slot', booking.preferred_time, 'rev', booking.rev)
  end, 'standing', standing);
end $$;
grant execute on function private.answer_booking(uuid, uuid, bigint, text, date, text, text, int, int, text, uuid[], boolean)
to authenticated;

create function public.answer_booking(
  _event_id uuid, _booking_id uuid, _expected_revision bigint, _kind text, _day date, _time_slot text, _message text,
  _every int default null, _price_pence int default null, _price_per text default null, _crew uuid[] default null,
  _for_series boolean default false
) returns json
language sql volatile security invoker set search_path = ''
as $$
  select private.answer_booking(
    _event_id, _booking_id, _expected_revision, _kind, _day, _time_slot, _message, _every, _price_pence, _price_per, _crew, _for_series
  );
$$;
grant execute on function public.answer_booking(uuid, uuid, bigint, text, date, text, text, int, int, text, uuid[], boolean)
to authenticated;

-- True for a booking that was confirmed at some time, so that its visit may be in a calendar.
create function private.was_confirmed(booking public.bookings) returns boolean
language sql stable set search_path = ''
as $$
  select booking.series is not null or booking.series_day is not null or exists (
    select from public.booking_events where booking_id = booking.id and kind in ('confirmed', 'accepted')
  );
$$;

-- A booking as its customer may read it: nothing that was typed into the form, and no instructions. `answer_ids` are its
-- customer's events, by which a device finds an answer whose response was lost.
create function private.request_state(booking public.bookings) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'id', booking.id,
    'status', booking.status,
    'day', booking.preferred_date,
    'time_slot', booking.preferred_time,
    'price_pence', booking.price_pence,
    'price_per', booking.price_per,
    'sequence', private.sequence_of(booking),
    'was_confirmed', private.was_confirmed(booking),
    'updated_at', coalesce(last.created_at, booking.created_at),
    'last', private.customer_event(last),
    'series', private.series_state(booking.id),
    'answer_ids', coalesce((
      select jsonb_agg(id order by rev) from public.booking_events where booking_id = booking.id and actor = 'customer'
    ), '[]')
  ) from private.last_event(booking.id) as last;
$$;

-- The states of up to fifty requests, for anyone who knows their full ids, in no order. An id of no booking is left out,
-- so that a wrong id and an erased record look the same. A page asks at each return, so the flood guard's limits are
-- twelvefold.
create function private.request_states(ids uuid[]) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  if ids is null or cardinality(ids) > 50 then
    raise sqlstate 'PT413' using message = 'A question names up to fifty requests.';
  end if;
  perform private.count_request('request_states', null, 12);
  return (select coalesce(jsonb_agg(private.request_state(b)), '[]') from public.bookings b where b.id = any(ids));
end $$;
grant execute on function private.request_states(uuid[]) to anon, authenticated;

create function public.request_states(ids uuid[]) returns jsonb
language sql volatile security invoker set search_path = ''
as $$
  select private.request_states(ids);
$$;
grant execute on function public.request_states(uuid[]) to anon, authenticated;

-- The customer's answer, by the full id of the request, as {outcome, state, series}; `state` is that of request_states, and
-- `series` the state of the series' first booking, if the booking is one of its visits. Until the day begins in London: an offer's
-- for `accepted` and `refused`, which name the offer; for `cancelled` and `asked` the visit's, or before it the later one of the
-- preferred day and the offer's. `_day` and `_time_slot` are those that the answer was given for: the offer's, or the booking's for `cancelled` and `asked`; null, as
-- the former release sends, is not compared. `_other_day` and `_other_slot` are those that `asked` asks for. Outcomes:
-- added: its effect stands: stored now or before, by the same event id; or by another answer, and then without an event.
-- changed: the booking has another day, slot, offer or status than the answer was given for.
-- gone, too-late: as those of answer_booking.
create function private.answer_request(
  _event_id uuid, _booking_id uuid, _kind text, _offer_event_id uuid, _day date, _time_slot text, _other_day date, _other_slot text
) returns json
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings;
  last public.booking_events;
  -- The one that stands, and the one that is answered.
  offer public.booking_events;
  answered public.booking_events;
  is_visit boolean;
  -- The visit that the office promised or offers, and the one that the answer is about.
  promised_day date;
  promised_slot text;
  about_day date;
  about_slot text;
  after text;
  outcome text;
begin
  if _event_id is null or _kind is null or _kind not in ('accepted', 'refused', 'cancelled', 'asked') then
    raise check_violation using message = 'An answer has an id, and is accepted, refused, cancelled or asked.';
  end if;
  perform pg_advisory_xact_lock(hashtext('private.revision'));
  select * into booking from public.bookings where id = _booking_id;
  if private.is_repeated(_event_id, _booking_id, 'customer', _kind) then
    outcome := 'added';
  else
    perform private.count_request('request_answers', _event_id, 1);
    last := private.last_event(_booking_id);
    if last.kind = 'offered' then offer := last; end if;
    select * into answered from public.booking_events
      where id = _offer_event_id and booking_id = _booking_id and kind = 'offered';
    is_visit := booking.status in ('confirmed', 'completed');
    promised_day := case when is_visit then booking.preferred_date else offer.day end;
    promised_slot := case when is_visit then booking.preferred_time else offer.time_slot end;
    about_day := case when _kind in ('cancelled', 'asked') then booking.preferred_date else answered.day end;
    about_slot := case when _kind in ('cancelled', 'asked') then booking.preferred_time else answered.time_slot end;
    after := private.status_after(booking.status, 'customer', _kind);
    outcome := case
      when booking.id is null then 'gone'
      when _kind = 'cancelled' and booking.status = 'cancelled' then 'added'
      when _kind = 'asked' and is_visit and (booking.preferred_date, booking.preferred_time) = (_other_day, _other_slot) then 'added'
      when _kind = 'asked' and last.kind = 'asked' and (last.day, last.time_slot) = (_other_day, _other_slot) and after is not null
        then 'added'
      when _day <> about_day or _time_slot <> about_slot then 'changed'
      when _kind = 'accepted' and is_visit and promised_day = about_day and promised_slot = about_slot then 'added'
      when _kind = 'refused' and answered.id is not null and offer.id is distinct from answered.id
        and (promised_day, promised_slot) is distinct from (about_day, about_slot) then 'added'
      when after is null then 'changed'
      when _kind in ('cancelled', 'asked') then
        case when least(
          case when is_visit then booking.preferred_date else greatest(booking.preferred_date, offer.day) end,
          case when _kind = 'asked' then _other_day end
        ) <= private.london_today() then 'too-late' end
      when offer.id is null or offer.id is distinct from answered.id then 'changed'
      when offer.day <= private.london_today() then 'too-late'
    end;
  end if;
  if outcome is null then
    booking := private.add_event(booking, jsonb_populate_record(null::public.booking_events, jsonb_build_object(
      'id', _event_id, 'booking_id', _booking_id, 'actor', 'customer', 'kind', _kind,
      'day', case _kind when 'accepted' then offer.day when 'asked' then _other_day end,
      'time_slot', case _kind when 'accepted' then offer.time_slot when 'asked' then _other_slot end,
      'price_pence', case when _kind = 'accepted' then offer.price_pence end,
      'price_per', case when _kind = 'accepted' then offer.price_per end
    )), after);
  end if;
  return json_build_object(
    'outcome', coalesce(outcome, 'added'),
    'state', case when booking.id is not null then private.request_state(booking) end,
    'series', (select private.request_state(b) from public.bookings b where b.id = booking.series)
  );
end $$;
grant execute on function private.answer_request(uuid, uuid, text, uuid, date, text, date, text) to anon, authenticated;

create function public.answer_request(
  _event_id uuid, _booking_id uuid, _kind text, _offer_event_id uuid default null, _day date default null,
  _time_slot text default null, _other_day date default null, _other_slot text default null
) returns json
language sql volatile security invoker set search_path = ''
as $$
  select private.answer_request(_event_id, _booking_id, _kind, _offer_event_id, _day, _time_slot, _other_day, _other_slot);
$$;
grant execute on function public.answer_request(uuid, uuid, text, uuid, date, text, date, text) to anon, authenticated;
-- Limits of one request and one sender. Devices keep a refused submission and send it later, so nothing is lost.

-- A visitor's statement inserts at most one row, an administrator's a hundred. A further row aborts it before it takes
-- the lock that all writers share.
create function private.begin_rows() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform set_config('inserted.' || tg_table_name, '0', true);
  return null;
end $$;

-- A definer, because visitors may not call is_admin.
create function private.bound_rows() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  counter text := 'inserted.' || tg_table_name;
  nth int := current_setting(counter)::int + 1;
begin
  -- Once a statement: its further rows are the same caller's.
  if nth > 100 or (nth = 2 and not private.is_admin()) then
    raise sqlstate 'PT413' using
      message = 'Too many rows in one request.',
      hint = 'A visitor sends one row in a request, an administrator up to a hundred.';
  end if;
  perform set_config(counter, nth::text, true);
  return new;
end $$;

-- Triggers of one kind run in the order of their names: these before lock_revisions_for_row.
do $$
declare
  listed text;
begin
  foreach listed in array array[
    'bookings', 'job_applications', 'contact_messages', 'careers', 'gallery_images', 'testimonials', 'crew', 'alerts'
  ] loop
    execute format($sql$
      create trigger begin_rows before insert on public.%1$I
        for each statement when (current_user in ('anon', 'authenticated')) execute function private.begin_rows();
      create trigger bound_rows before insert on public.%1$I
        for each row when (current_user in ('anon', 'authenticated')) execute function private.bound_rows();
    $sql$, listed);
  end loop;
end $$;

-- One row. Set it to the proxy in front of the API: the counted address is the one that our own proxy appended. The
-- leftmost address is written by the visitor. The numbers apply to each sender and table.
create table private.flood_settings (
  only_row boolean primary key default true check (only_row),
  client_ip_header text not null default 'x-forwarded-for' check (client_ip_header = lower(client_ip_header)),
  -- Counted from the right end of the header: 1 is the last address.
  trusted_proxy_hops int not null default 1 check (trusted_proxy_hops >= 1),
  per_ten_minutes int not null default 10 check (per_ten_minutes >= 1),
  per_day int not null default 60 check (per_day >= 1),
  -- The limits of an IPv6 /48, which one customer often has; each of its 65,536 /64 networks counts as one sender.
  site_per_ten_minutes int not null default 40 check (site_per_ten_minutes >= 1),
  site_per_day int not null default 240 check (site_per_day >= 1),
  -- The total of all senders' unclaimed résumés, in bytes: see private.bound_unclaimed_resumes.
  unclaimed_resume_bytes bigint not null default 268435456 check (unclaimed_resume_bytes >= 10485760),
  -- Total of all senders to one table per hour. More raises an alarm and blocks nobody.
  alarm_per_hour int not null default 100 check (alarm_per_hour >= 1),
  -- `exempt` does not count requests from this machine.
  loopback text not null default 'on' check (loopback in ('exempt', 'on')),
  -- Addresses are stored as hashes only; the secret prevents a search through all addresses.
  secret uuid not null default gen_random_uuid()
);
alter table private.flood_settings enable row level security;
insert into private.flood_settings default values;

-- One row for each counted submission, and for each use of a daily total. `site` is the hash of the /48, null for an IPv4
-- address. `record_id` is the stored row, whose receipt counts to the same sender.
create table private.submission_hits (
  id bigint generated always as identity primary key,
  target text not null,
  client bytea not null,
  site bytea,
  at timestamptz not null default now(),
  amount int not null default 1,
  record_id uuid
);
create index submission_hits_record on private.submission_hits (record_id) where record_id is not null;
create index submission_hits_client on private.submission_hits (target, client, at);
create index submission_hits_site on private.submission_hits (target, site, at) where site is not null;
create index submission_hits_at on private.submission_hits (at);
alter table private.submission_hits enable row level security;

-- For staff: a flood of a table, or a total for all senders that is half used. `submissions` is the number at that time.
create table public.flood_alarms (
  id uuid primary key default gen_random_uuid(),
  target text not null,
  submissions int not null,
  created_at timestamptz not null default now()
);
create index flood_alarms_newest on public.flood_alarms (created_at desc, id);
alter table public.flood_alarms enable row level security;
grant select on public.flood_alarms to authenticated;
create policy "admins read" on public.flood_alarms for select to authenticated using ((select private.is_admin()));

-- Raises an alarm, at most once an hour for each target.
create function private.raise_alarm(_target text, _submissions bigint) returns void
language sql security definer set search_path = ''
as $$
  insert into public.flood_alarms (target, submissions) select _target, _submissions
    where not exists (select from public.flood_alarms where target = _target and created_at > now() - interval '1 hour');
$$;

-- The sender named by a header's value: an IPv4 address, or the /64 of an IPv6 address, usually one household's. Null
-- if the value is no address.
create function private.network_of(address text) returns inet
language plpgsql immutable strict set search_path = ''
as $$
declare
  parsed inet;
begin
  -- An IPv4 address mapped into IPv6 counts as IPv4; otherwise all of them would be one network.
  parsed := regexp_replace(host(btrim(address)::inet), '^::ffff:(?=\d+\.)', '');
  return case family(parsed) when 4 then parsed else network(set_masklen(parsed, 64)) end;
exception when invalid_text_representation then
  return null;
end $$;

-- The hashes of the sender. `client` is null if the request is not counted: made in the database itself, or exempt. All
-- requests without a readable address share one hash, so that a wrong setting is noticed at once and weakens nothing.
create function private.sender(out client bytea, out site bytea)
language plpgsql stable security definer set search_path = ''
as $$
declare
  settings private.flood_settings;
  headers json := nullif(current_setting('request.headers', true), '')::json;
  hops text[];
  origin inet;
begin
  if headers is null then return; end if;
  select * into settings from private.flood_settings;
  hops := string_to_array(headers ->> settings.client_ip_header, ',');
  origin := private.network_of(hops[cardinality(hops) - settings.trusted_proxy_hops + 1]);
  if settings.loopback = 'exempt' and (origin <<= '127.0.0.0/8' or origin = network('::1/64')) then return; end if;
  client := sha256(convert_to(settings.secret || coalesce(host(origin), 'unknown'), 'UTF8'));
  if family(origin) = 6 then
    site := sha256(convert_to(settings.secret || text(network(set_masklen(origin, 48))), 'UTF8'));
  end if;
end $$;

-- The age at which hits are removed, and the "day" of the limits: 23 hours, so that with an hourly job none gets older
-- than a day.
create function private.hit_age() returns interval
language sql immutable parallel safe set search_path = ''
as $$ select interval '23 hours'; $$;

-- One sender's share of a total for all senders, an eighth, and that of a /48, a quarter: a sender at its limit leaves
-- room for the others.
create function private.share_of(total bigint, out of_client bigint, out of_site bigint)
language sql immutable parallel safe set search_path = ''
as $$ select greatest(1, total / 8), greatest(1, total / 4); $$;

-- True if `_amount` more would exceed the share of a day's total of the sender or its /48. False without a sender.
create function private.is_over_share(_target text, _client bytea, _site bytea, _amount bigint, _total bigint) returns boolean
language sql stable security definer set search_path = ''
as $$
  select _client is not null and (
    coalesce(sum(amount) filter (where client = _client), 0) + _amount > (private.share_of(_total)).of_client
    or coalesce(sum(amount) filter (where site = _site), 0) + _amount > (private.share_of(_total)).of_site
  )
  from private.submission_hits
  where target = _target and (client = _client or site = _site) and at > now() - private.hit_age();
$$;

-- Also removes hits dated in the future by a wrong clock, which would block their senders until then. One minute of
-- tolerance, because a transaction that began a moment later may have committed earlier.
create function private.forget_hits() returns void
language sql security definer set search_path = ''
as $$
  delete from private.submission_hits where at <= now() - private.hit_age() or at > now() + interval '1 minute';
$$;

-- True if the sender or its /48 has used up the limits of a target. `_factor`: the target has a multiple of them.
create function private.is_over_limit(_target text, _client bytea, _site bytea, _factor int) returns boolean
language sql stable security definer set search_path = ''
as $$
  select by_client.recent >= s.per_ten_minutes * _factor or by_client.total >= s.per_day * _factor
    or by_site.recent >= s.site_per_ten_minutes * _factor or by_site.total >= s.site_per_day * _factor
  from private.flood_settings s,
    lateral (
      select count(*) as total, count(*) filter (where at > now() - interval '10 minutes') as recent
      from private.submission_hits where target = _target and client = _client and at > now() - private.hit_age()
    ) as by_client,
    lateral (
      select count(*) as total, count(*) filter (where at > now() - interval '10 minutes') as recent
      from private.submission_hits where target = _target and site = _site and at > now() - private.hit_age()
    ) as by_site;
$$;

-- Stores a hit, and raises the alarm about a flood of all senders.
create function private.record_hit(_target text, _client bytea, _site bytea, _record_id uuid, _factor int) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  total int;
begin
  perform private.forget_hits();
  insert into private.submission_hits (target, client, site, record_id) values (_target, _client, _site, _record_id);
  select count(*) into total from private.submission_hits where target = _target and at > now() - interval '1 hour';
  if total > (select alarm_per_hour * _factor from private.flood_settings) then perform private.raise_alarm(_target, total); end if;
end $$;

-- Counts a visitor's request, or refuses it with PT429.
create function private.count_request(_target text, _record_id uuid, _factor int) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  sender record;
begin
  select * into sender from private.sender();
  if sender.client is null then return; end if;
  perform pg_advisory_xact_lock(hashtext('private.submission_hits'));
  if private.is_over_limit(_target, sender.client, sender.site, _factor) then
    raise sqlstate 'PT429' using
      message = 'Too many requests from this address.',
      hint = 'Please try again in ten minutes.';
  end if;
  perform private.record_hit(_target, sender.client, sender.site, _record_id, _factor);
end $$;

-- After the insert: a replay of a stored row meets the primary key first and is never delayed. The office's bookings are
-- not counted; visits of a series are inserted by the owner.
create function private.guard_flood() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_argv[0] = 'bookings' and private.is_office() then return null; end if;
  perform private.count_request(tg_argv[0], new.id, 1);
  return null;
end $$;

-- Counts visitors only, signed in or not; the server's own key is exempt.
create trigger guard_flood after insert on public.bookings
  for each row when (current_user in ('anon', 'authenticated')) execute function private.guard_flood('bookings');
create trigger guard_flood after insert on public.job_applications
  for each row when (current_user in ('anon', 'authenticated')) execute function private.guard_flood('job_applications');
create trigger guard_flood after insert on public.contact_messages
  for each row when (current_user in ('anon', 'authenticated')) execute function private.guard_flood('contact_messages');
-- The mails that customers get while the function's MAIL_RECEIPTS is set. A submission's receipt belongs to its alert and is
-- deleted with it; the mail about an answer belongs to the event and is created with it, also where none goes. Each address
-- gets at most one receipt a day, a limit applies to all together, and of it a sender causes a few, because a receipt may go to
-- a stranger.
create table private.receipts (
  -- The id of the mail, the same at every attempt.
  id uuid primary key default gen_random_uuid(),
  alert_id uuid unique references public.alerts (id) on delete cascade,
  event_id uuid unique references public.booking_events (id) on delete cascade,
  -- See private.address_hash; null for a booking without a mail address.
  address bytea,
  -- `pending`: never claimed, and not yet counted in the limits of a day. `none`: there is no such mail.
  state text not null default 'sending' check (state in ('none', 'pending', 'sending', 'sent', 'failed', 'bounced')),
  -- For staff: why there is none (kind: no answer of this kind is mailed; past: its day is over; no-address; suppressed: the
  -- address refused an earlier mail; replaced: by a later answer), why it waits (off: by MAIL_RECEIPTS or MAIL_REMINDERS; total and
  -- share: the limits of a day; provider: it did not take the mail), or why it did not arrive (refused, bounced).
  reason text check (reason in (
    'kind', 'past', 'no-address', 'suppressed', 'replaced', 'off', 'total', 'share', 'provider', 'refused', 'bounced'
  )),
  -- The provider's own words, for staff.
  detail text check (char_length(detail) <= 300),
  attempts int not null default 1,
  created_at timestamptz not null default now(),
  claimed_at timestamptz not null default now(),
  constraint receipts_source check (num_nonnulls(alert_id, event_id) = 1)
);
create index receipts_address on private.receipts (address, created_at);
create index receipts_newest on private.receipts (created_at);
alter table private.receipts enable row level security;

-- Addresses that get no further receipt, because one bounced or was reported as spam.
create table private.suppressed_addresses (
  address bytea primary key,
  created_at timestamptz not null default now()
);
alter table private.suppressed_addresses enable row level security;

-- The mailbox of an address: in lower case and without a `+tag`. Gmail ignores dots, and delivers both of its domains
-- (https://support.google.com/mail/answer/7436150).
create function private.mailbox(email text) returns text
language sql immutable strict parallel safe set search_path = ''
as $$
  select case when plain ~ '@(gmail|googlemail)\.com$' then replace(split_part(plain, '@', 1), '.', '') || '@gmail.com' else plain end
  from regexp_replace(lower(btrim(email)), '\+[^@]*(?=@)', '') as plain;
$$;

-- The hash of a mailbox, as both tables store it. The secret prevents a search through all addresses.
create function private.address_hash(email text) returns bytea
language sql stable security definer set search_path = ''
as $$
  select sha256(convert_to(secret || private.mailbox(email), 'UTF8')) from private.flood_settings;
$$;

-- The notifications of the office's answers, one for each event; sent to the devices of the request. Independent of the mails.
create table private.event_pushes (
  event_id uuid primary key references public.booking_events (id) on delete cascade,
  state text not null check (state in ('none', 'pending', 'sending', 'sent', 'failed')),
  -- As that of a receipt. no-device: no device asked for notifications; off: the server has no keys for them; service: no push
  -- service took it.
  reason text check (reason in ('kind', 'past', 'replaced', 'no-device', 'off', 'service')),
  attempts int not null default 0,
  claimed_at timestamptz not null default now()
);
alter table private.event_pushes enable row level security;

-- Web push for the crew: one notification for each person whose day has changed, sent to their devices, and one for each report that
-- nobody could get in, sent to the administrators'. `id`: the person, or the report's event.
create table private.crew_pushes (
  id uuid primary key,
  for_office boolean not null default false,
  state text not null default 'pending' check (state in ('pending', 'sending', 'sent', 'failed')),
  attempts int not null default 0,
  created_at timestamptz not null default now(),
  claimed_at timestamptz not null default now()
);
alter table private.crew_pushes enable row level security;

-- The outcome of a mail or notification about an answer, as the portal shows it: {state, reason, detail}. The states are
-- sent, waits, refused and none.
create function private.outcome_of(state text, reason text, detail text) returns jsonb
language sql immutable parallel safe set search_path = ''
as $$
  select jsonb_build_object('state', case
    when state in ('sent', 'none') then state
    when reason = 'off' then 'none'
    when reason in ('refused', 'bounced', 'service') then 'refused'
    else 'waits'
  end, 'reason', reason, 'detail', detail);
$$;

-- The portal replicates the outcomes with the booking, so another outcome is another revision of it.
create function private.show_outcome() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.bookings set rev = rev where id = (select booking_id from public.booking_events where id = new.event_id);
  return null;
end $$;
create trigger show_outcome after update on private.receipts for each row
  when (new.event_id is not null
    and private.outcome_of(old.state, old.reason, old.detail) is distinct from private.outcome_of(new.state, new.reason, new.detail))
  execute function private.show_outcome();
create trigger show_outcome after update on private.event_pushes for each row
  when (private.outcome_of(old.state, old.reason, null) is distinct from private.outcome_of(new.state, new.reason, null))
  execute function private.show_outcome();

-- The last day that an answer is about: its own; without one the latest one of the booking's day and of every event.
create function private.day_of(event public.booking_events, booking public.bookings) returns date
language sql stable set search_path = ''
as $$
  select coalesce(event.day, greatest(
    booking.preferred_date, (select max(e.day) from public.booking_events e where e.booking_id = booking.id)
  ));
$$;

-- Creates the office's alert about a customer's answer, and the customer's mail and notification about an answer. A customer
-- gets neither about a reopened booking, about the own refusal or question, about those who go, or about a day of more than a week
-- ago. An answer replaces the unsent ones about earlier answers. The caller holds the lock of the revisions.
create function private.tell_customer() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings;
  hashed bytea;
  shared_reason text;
  mail_reason text;
  push_reason text;
begin
  if new.actor = 'crew' then return null; end if;
  select * into booking from public.bookings where id = new.booking_id;
  if new.actor = 'customer' then
    insert into public.alerts (kind, record_id, event_id) values ('booking', new.booking_id, new.id);
  end if;
  if not private.is_internal(new.kind) then
    update private.receipts r set state = 'none', reason = 'replaced' from public.booking_events e
      where e.id = r.event_id and e.booking_id = new.booking_id and r.state in ('pending', 'failed') and r.reason is distinct from 'refused';
    update private.event_pushes p set state = 'none', reason = 'replaced' from public.booking_events e
      where e.id = p.event_id and e.booking_id = new.booking_id and p.state in ('pending', 'failed');
  end if;
  shared_reason := case
    when new.kind in ('reopened', 'refused', 'asked', 'instructed', 'assigned', 'entrusted') then 'kind'
    when private.day_of(new, booking) < private.london_today() - (case new.kind when 'confirmed' then 0 else 7 end) then 'past'
  end;
  hashed := private.address_hash(nullif(booking.email, ''));
  mail_reason := coalesce(shared_reason, case
    when hashed is null then 'no-address'
    when exists (select from private.suppressed_addresses where address = hashed) then 'suppressed'
  end);
  insert into private.receipts (event_id, address, state, reason, attempts)
    values (new.id, hashed, case when mail_reason is null then 'pending' else 'none' end, mail_reason, 0);
  if new.actor = 'office' then
    push_reason := coalesce(shared_reason, case
      when not exists (select from private.request_devices where booking_id = coalesce(booking.series, booking.id)) then 'no-device'
    end);
    insert into private.event_pushes (event_id, state, reason)
      values (new.id, case when push_reason is null then 'pending' else 'none' end, push_reason);
  end if;
  return null;
end $$;
create trigger tell_customer after insert on public.booking_events
  for each row execute function private.tell_customer();

-- Whether a mail or notification that is not sent may be claimed: a failed one after its backoff, a leased one after two minutes.
create function private.is_unsent(state text, attempts int, claimed_at timestamptz) returns boolean
language sql stable set search_path = ''
as $$
  select state = 'pending'
    or (state = 'failed' and claimed_at <= now() - private.alert_wait(attempts))
    or (state = 'sending' and claimed_at <= now() - interval '2 minutes')
    -- A wrong clock dated an attempt in the future.
    or (state in ('failed', 'sending') and claimed_at > now() + interval '1 minute');
$$;

-- The last known settings of the function; no row before its first call. MAIL_RECEIPTS: the most mails a day to customers;
-- MAIL_REMINDERS: whether they are reminded of a visit; the number of mailboxes in MAIL_TO; MAIL_DAILY_LIMIT: the most mails that the
-- provider sends in a day, null while unknown.
create table private.mail_settings (
  is_only boolean primary key default true check (is_only),
  per_day int not null,
  reminders boolean not null default true,
  mailboxes int not null default 1,
  daily_limit int
);
alter table private.mail_settings enable row level security;

create function private.note_mail_settings(_per_day int, _reminders boolean, _mailboxes int, _daily_limit int) returns void
language sql set search_path = ''
as $$
  insert into private.mail_settings (per_day, reminders, mailboxes, daily_limit) values (_per_day, _reminders, _mailboxes, _daily_limit)
    on conflict (is_only) do update set per_day = excluded.per_day, reminders = excluded.reminders,
      mailboxes = excluded.mailboxes, daily_limit = excluded.daily_limit
    where (mail_settings.per_day, mail_settings.reminders, mail_settings.mailboxes, mail_settings.daily_limit)
      is distinct from (excluded.per_day, excluded.reminders, excluded.mailboxes, excluded.daily_limit);
$$;

-- For the portal, the limits of a mail about an answer: {per_day, free_at}. `free_at`: the time at which one more may go, while
-- the office's total of a day is used up, else null. Null while unknown.
create function private.mail_outlook() returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('per_day', per_day, 'free_at', case when per_day > 0 then (
    select r.created_at + interval '1 day' from private.receipts r join public.booking_events e on e.id = r.event_id and e.actor = 'office'
    where r.attempts > 0 and r.created_at between now() - interval '1 day' and now() + interval '1 minute'
    order by r.created_at desc offset per_day - 1 limit 1
  ) end) from private.mail_settings;
$$;

-- The mails to customers in the last day. A visitor causes a receipt, and the mails about the own answers.
create function private.mails_today(
  _address bytea, _client bytea, _site bytea,
  out of_office bigint, out of_visitors bigint, out office_to_address bigint, out receipts_to_address bigint,
  out answers_to_address bigint, out of_client bigint, out of_site bigint
)
language sql stable set search_path = ''
as $$
  select
    count(*) filter (where e.actor = 'office'),
    count(*) filter (where e.actor is distinct from 'office'),
    count(*) filter (where e.actor = 'office' and r.address = _address),
    count(*) filter (where e.actor is null and r.address = _address),
    count(*) filter (where e.actor = 'customer' and r.address = _address),
    count(*) filter (where h.client = _client),
    count(*) filter (where h.site = _site)
  from private.receipts r
  left join public.booking_events e on e.id = r.event_id
  left join public.alerts a on a.id = r.alert_id
  left join private.submission_hits h on h.record_id = coalesce(r.event_id, a.record_id)
  where r.attempts > 0 and r.created_at between now() - interval '1 day' and now() + interval '1 minute';
$$;

-- Claims the receipt of a submission itself.
create function private.claim_receipt(_kind text, _id uuid, _per_day int) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  alert public.alerts;
  submission jsonb;
  hashed bytea;
  sender record;
  share record;
  today record;
  receipt_id uuid;
begin
  select * into alert from public.alerts
    where kind = _kind and record_id = _id and event_id is null and created_at > now() - interval '2 days';
  submission := case alert.kind
    when 'booking' then (
      select jsonb_build_object('email', email, 'created_at', created_at, 'service_type', service_type,
        'preferred_date', preferred_date, 'preferred_time', preferred_time)
      from public.bookings where id = _id)
    when 'job_application' then (
      select jsonb_build_object('email', email, 'created_at', created_at) from public.job_applications where id = _id)
    when 'contact' then (
      select jsonb_build_object('email', email, 'created_at', created_at) from public.contact_messages where id = _id)
  end;
  if submission ->> 'email' is null then return null; end if;
  -- After an answer, the mail about the answer says more.
  if (private.last_event(_id)).id is not null then return null; end if;
  hashed := private.address_hash(submission ->> 'email');
  if exists (select from private.suppressed_addresses where address = hashed) then return null; end if;
  update private.receipts r set state = 'sending', attempts = attempts + 1, claimed_at = now()
    where alert_id = alert.id and private.is_unsent(r.state, r.attempts, r.claimed_at)
    returning id into receipt_id;
  if receipt_id is null then
    select client, site into sender from private.submission_hits where record_id = _id;
    select * into share from private.share_of(_per_day);
    select * into today from private.mails_today(hashed, sender.client, sender.site);
    if today.of_visitors >= _per_day or today.receipts_to_address > 0
      or today.of_client >= least(share.of_client, 3) or today.of_site >= least(share.of_site, 12) then return null; end if;
    insert into private.receipts (alert_id, address) values (alert.id, hashed)
      on conflict (alert_id) do nothing
      returning id into receipt_id;
    if today.of_visitors + 1 > _per_day / 2 then perform private.raise_alarm('receipts', today.of_visitors + 1); end if;
  end if;
  if receipt_id is null then return null; end if;
  return jsonb_build_object('receipt_id', receipt_id, 'record', submission, 'job_title', alert.job_title);
end $$;

-- The content of the mail and notification about an answer: {record, event}. Of the visitor's texts the record holds the address only.
-- `link_id`: the request that its customer opens. `moved_from`: the confirmed visit that is moved. Of `repeated` and `stopped`:
-- `visits` are the coming four, `removed` those that calendars may still have. `series`: the weeks between two visits, for a visit of
-- a series.
create function private.customer_notice(event public.booking_events) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'record', jsonb_build_object('email', b.email, 'created_at', event.created_at, 'service_type', b.service_type,
      'preferred_date', b.preferred_date, 'preferred_time', b.preferred_time, 'status', b.status),
    'event', to_jsonb(event) - array[
      'created_by', 'rev', 'from_day', 'from_slot', 'price_pence', 'price_per', 'crew', 'for_series', 'pictures', 'made_at'
    ] || jsonb_build_object(
      'sequence', private.sequence_of(b),
      'moved_from', case when event.from_day is not null then
        jsonb_build_object('day', event.from_day, 'time_slot', event.from_slot) end,
      'was_confirmed', private.was_confirmed(b),
      -- The offer's own, or the agreed one.
      'price', (
        select jsonb_build_object('pence', pence, 'per', per)
        from (select coalesce(event.price_pence, b.price_pence) as pence, coalesce(event.price_per, b.price_per) as per) as price
        where pence is not null
      ),
      'link_id', coalesce(b.series, b.id),
      'series', (select every from private.series_rule(coalesce(b.series, b.id))),
      'visits', case when event.kind in ('repeated', 'stopped') then private.coming_visits(b.id, 4) else '[]' end,
      'removed', private.removed_visits(event)
    )
  ) from public.bookings b where b.id = event.booking_id;
$$;

-- The events of a booking about which a mail or notification may go: the last answer, and a later reminder while its visit stands.
create function private.standing_events(_booking_id uuid) returns setof public.booking_events
language sql stable set search_path = ''
as $$
  select e.* from private.last_event(_booking_id) as e where e.id is not null
  union all
  select e.* from public.booking_events e join public.bookings b on b.id = e.booking_id
  where e.booking_id = _booking_id and e.kind = 'reminded' and e.day > private.london_today()
    and b.status = 'confirmed' and (b.preferred_date, b.preferred_time) = (e.day, e.time_slot)
    and e.rev > coalesce((private.last_event(_booking_id)).rev, 0);
$$;

-- Claims the mail about a booking's last answer, or its reminder; a later answer replaces the mails about earlier ones. Customers' answers
-- share the visitors' limits, three a day to one address. The office's answers have the same total for themselves, so that no
-- visitor can hold them up; one address gets a few, so that answers to a flood of requests leave the rest to the others.
create function private.claim_answer_receipt(_booking_id uuid, _per_day int, _reminders boolean) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  event public.booking_events;
  receipt private.receipts;
  sender record;
  share record;
  today record;
  total bigint;
  wait text;
begin
  select r.* into receipt from private.receipts r join private.standing_events(_booking_id) e on e.id = r.event_id
    where e.created_at > now() - interval '2 days' and private.is_unsent(r.state, r.attempts, r.claimed_at)
    order by e.rev limit 1;
  if not found then return null; end if;
  select * into event from public.booking_events where id = receipt.event_id;
  if receipt.state = 'pending' then
    select client, site into sender from private.submission_hits where record_id = event.id;
    select * into share from private.share_of(_per_day);
    select * into today from private.mails_today(receipt.address, sender.client, sender.site);
    total := case event.actor when 'office' then today.of_office else today.of_visitors end;
    wait := case
      when _per_day = 0 or (event.kind = 'reminded' and not _reminders) then 'off'
      when total >= _per_day then 'total'
      when event.actor = 'office' and today.office_to_address >= least(share.of_client, 5) then 'share'
      when event.actor = 'customer' and (today.answers_to_address >= 3
        or today.of_client >= least(share.of_client, 3) or today.of_site >= least(share.of_site, 12)) then 'share'
    end;
    if wait is not null then
      -- Behind the others that are due.
      update private.receipts set claimed_at = now(), reason = wait where id = receipt.id;
      return null;
    end if;
    if total + 1 > _per_day / 2 then
      perform private.raise_alarm(case event.actor when 'office' then 'answers' else 'receipts' end, total + 1);
    end if;
  end if;
  update private.receipts set state = 'sending', attempts = attempts + 1, claimed_at = now(),
    created_at = case when state = 'pending' then now() else created_at end
    where id = receipt.id;
  return jsonb_build_object('receipt_id', receipt.id, 'job_title', null) || private.customer_notice(event);
end $$;

-- Leases one mail to the customer of a submission to one caller for two minutes: its receipt, or the one about the last
-- answer. Returns {receipt_id, record, job_title, event?}; null if none is due. The first claim of a receipt creates it, within
-- the limits of a day: `_per_day` for all together, of which a sender has its share, up to three, and a /48 up to twelve; one
-- receipt to each address. A failed mail obeys the alerts' backoff. Staff read an alarm when half of `_per_day` is used.
-- Of the visitor's texts the record holds the address only. Two days later no mail is sent. The last three are settings of the
-- function: see private.mail_settings.
create function public.claim_receipt(
  _kind text, _id uuid, _per_day int, _reminders boolean default true, _mailboxes int default 1, _daily_limit int default null
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  claim jsonb;
begin
  -- Claims take turns, so that each counts the earlier ones. An answer takes this lock before the rows of its mails, so every
  -- function that changes an outcome does.
  perform pg_advisory_xact_lock(hashtext('private.revision'));
  perform private.note_mail_settings(_per_day, _reminders, _mailboxes, _daily_limit);
  claim := private.claim_receipt(_kind, _id, _per_day);
  if claim is null and _kind = 'booking' then claim := private.claim_answer_receipt(_id, _per_day, _reminders); end if;
  return claim;
end $$;
grant execute on function public.claim_receipt(text, uuid, int, boolean, int, int) to service_role;

-- Stores the result of an attempt. `_refused`: the provider takes no such mail; `_detail`: its words, for staff. A sent or bounced
-- receipt stays so, because a slower caller may report otherwise, and the report of a bounce may arrive before the sender's.
create function public.finish_receipt(_receipt_id uuid, _sent boolean, _refused boolean default false, _detail text default null)
returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtext('private.revision'));
  update private.receipts r set
    state = case when _sent then 'sent' when finished.reason = 'replaced' then 'none' else 'failed' end,
    reason = finished.reason,
    detail = case when not _sent then left(_detail, 300) end
    from (
      select case when _sent then null when _refused then 'refused' when exists (
        select from public.booking_events e join public.booking_events later
          on later.booking_id = e.booking_id and later.rev > e.rev and not private.is_internal(later.kind)
        where e.id = (select event_id from private.receipts where id = _receipt_id)
      ) then 'replaced' else 'provider' end as reason
    ) as finished
    where r.id = _receipt_id and r.state in ('sending', 'failed');
end $$;
grant execute on function public.finish_receipt(uuid, boolean, boolean, text) to service_role;

-- Stores the provider's report about a receipt: `_undelivered`, why it did not arrive (null: it did); `_unwanted`: it bounced or was
-- reported as spam, so its address gets no further mail. True if the report was new.
create function public.suppress_receipts(_receipt_id uuid, _undelivered text default null, _unwanted boolean default true)
returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  hashed bytea;
  mailed text;
  is_new boolean;
begin
  perform pg_advisory_xact_lock(hashtext('private.revision'));
  update private.receipts set state = 'bounced', reason = 'bounced', detail = left(_undelivered, 300)
    where id = _receipt_id and _undelivered is not null and attempts > 0 and state <> 'bounced';
  is_new := found;
  if not _unwanted then return is_new; end if;
  select address into hashed from private.receipts where id = _receipt_id;
  insert into private.suppressed_addresses (address) select hashed where hashed is not null on conflict do nothing;
  if not found then return is_new; end if;
  update private.receipts set state = 'none', reason = 'suppressed'
    where address = hashed and state in ('pending', 'failed') and reason is distinct from 'refused';
  select coalesce(
    (select b.email from public.bookings b where b.id = coalesce(e.booking_id, a.record_id)),
    (select j.email from public.job_applications j where j.id = a.record_id),
    (select m.email from public.contact_messages m where m.id = a.record_id)
  ) into mailed
  from private.receipts r
  left join public.booking_events e on e.id = r.event_id
  left join public.alerts a on a.id = r.alert_id
  where r.id = _receipt_id;
  -- The portal says so before the next answer. A mailbox is compared in a fraction of the time of its hash.
  update public.bookings set rev = rev where status in ('pending', 'confirmed') and private.mailbox(email) = private.mailbox(mailed);
  return true;
end $$;
grant execute on function public.suppress_receipts(uuid, text, boolean) to service_role;

-- The requests for send-form-email, as [{type, data: {id}}], a record once: the unsent alerts of the last two days that are due, the
-- longest untried first, and then, up to the limit, the due mails and notifications to customers and the crew's notifications. The function that handles an
-- alert also sends those. Staff handle older alerts, which the portal shows. An attempt dated in the future came from a wrong clock and is ignored.
create function public.due_alerts(at_most int) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(
    jsonb_build_object('type', kind, 'data', jsonb_build_object('id', record_id)) order by is_receipt, tried_at
  ), '[]')
  from (
    select kind, record_id, min(tried_at) as tried_at, bool_and(is_receipt) as is_receipt
    from (
      select kind, record_id, coalesce(claimed_at, created_at) as tried_at, false as is_receipt
      from public.alerts
      where state <> 'sent' and bounced_at is null and created_at > now() - interval '2 days'
        and (coalesce(claimed_at, created_at) <= now() - private.alert_wait(attempts)
          or coalesce(claimed_at, created_at) > now() + interval '1 minute')
      union all
      select coalesce(a.kind, 'booking'), coalesce(a.record_id, e.booking_id), r.claimed_at, true
      from private.receipts r
      left join public.alerts a on a.id = r.alert_id
      left join public.booking_events e on e.id = r.event_id
      where r.state in ('pending', 'sending', 'failed') and coalesce(a.created_at, e.created_at) > now() - interval '2 days'
        and (r.claimed_at <= now() - private.alert_wait(r.attempts) or r.claimed_at > now() + interval '1 minute')
        and not exists (select from private.suppressed_addresses s where s.address = r.address)
        and not exists (
          select from public.booking_events later
          where later.booking_id = coalesce(a.record_id, e.booking_id) and later.rev > coalesce(e.rev, 0)
            and not private.is_internal(later.kind)
        )
      union all
      select 'booking', e.booking_id, p.claimed_at, true
      from private.event_pushes p join public.booking_events e on e.id = p.event_id
      where p.state in ('pending', 'sending', 'failed') and e.created_at > now() - interval '1 day'
        and (p.claimed_at <= now() - private.alert_wait(p.attempts) or p.claimed_at > now() + interval '1 minute')
      union all
      select 'crew', p.id, p.claimed_at, true
      from private.crew_pushes p
      where p.created_at > now() - interval '1 day' and private.is_unsent(p.state, p.attempts, p.claimed_at)
        and (not p.for_office or exists (select from public.booking_events where id = p.id))
    ) as unsent
    group by kind, record_id
    order by is_receipt, tried_at limit at_most
  ) as due;
$$;
grant execute on function public.due_alerts(int) to service_role;
-- The portal's replica of the lists: its initial sync, newest first, and then every change after its cursor.

-- The identity of this server, which no backup has: the cluster, its timeline, which ends with a recovery to a time, and the number of
-- the table, which a load of a dump makes anew.
create function private.server_identity() returns text
language sql stable set search_path = ''
as $$
  select concat_ws('/', system_identifier, timeline_id, to_regclass('private.sync_epoch')::oid)
  from pg_catalog.pg_control_system(), pg_catalog.pg_control_checkpoint();
$$;

-- Identifies the database behind an address. A restored backup needs a new epoch, so that portals reload: it is one while `server` is
-- another than this one.
create table private.sync_epoch (
  epoch uuid primary key default gen_random_uuid(),
  server text not null default private.server_identity()
);
alter table private.sync_epoch enable row level security;
insert into private.sync_epoch default values;

-- To call after restoring a backup (`npm run restored`): revisions continue from the backup's, and portals that are
-- ahead of it have to reload. The crew's devices need new codes, because a backup may have the key of one that was ended since.
create function public.begin_epoch() returns void
language plpgsql security definer set search_path = ''
as $$
begin
  update private.sync_epoch set epoch = gen_random_uuid(), server = default where true;
  delete from private.crew_codes where true;
  delete from private.crew_devices where true;
end $$;
grant execute on function public.begin_epoch() to service_role;

-- The greatest visible revision: all rows up to it are committed, while the sequence runs ahead of commits. No lock is
-- needed, because PostgreSQL makes a commit visible before it releases the writer's lock. It never decreases, because a
-- deletion leaves a tombstone with a later revision.
create function private.visible_revision() returns bigint
language sql stable set search_path = ''
as $$
  -- One statement, so that it reads one snapshot. Each maximum is the last entry of an index.
  select coalesce(greatest(
    (select max(rev) from public.bookings),
    (select max(rev) from public.job_applications),
    (select max(rev) from public.contact_messages),
    (select max(rev) from public.careers),
    (select max(rev) from public.gallery_images),
    (select max(rev) from public.testimonials),
    (select max(rev) from public.crew),
    (select max(rev) from public.alerts),
    (select max(rev) from public.deleted_rows)
  ), 0);
$$;

-- An application with the title that its position had at the time.
create function private.with_job_title(application public.job_applications) returns json
language sql stable set search_path = ''
as $$
  select (to_jsonb(application) || jsonb_build_object('job_title', a.job_title))::json
  from (select) as one left join public.alerts a on a.record_id = application.id and a.kind = 'job_application';
$$;

-- A booking with its events, oldest first, as the portal replicates it: one row with one revision. Each event has the
-- outcomes of its mail and notification, and the name of the administrator or crew as `by`; `is_mail_refused`: it may be answered, and its address refused an earlier mail and gets none.
-- No email address is an empty text, which pages of every release can show.
create function private.with_events(booking public.bookings) returns json
language sql stable set search_path = ''
as $$
  select (to_jsonb(booking) - 'job' || jsonb_build_object(
    'email', coalesce(booking.email, ''),
    'is_mail_refused', case when booking.status in ('pending', 'confirmed') then
      exists (select from private.suppressed_addresses where address = private.address_hash(booking.email)) else false end,
    'events', coalesce(
      (
        select jsonb_agg(to_jsonb(e) - 'booking_id' - 'created_by' - 'from_day' - 'from_slot' || jsonb_build_object(
          'by', case e.actor when 'crew' then (select c.name from public.crew c where c.id = e.crew[1]) else (
            select coalesce(nullif(btrim(u.raw_user_meta_data ->> 'full_name'), ''), u.email::text) from auth.users u where u.id = e.created_by
          ) end,
          'mail', case when r.id is not null then private.outcome_of(r.state, r.reason, r.detail) end,
          'push', case when p.event_id is not null then private.outcome_of(p.state, p.reason, null) end
        ) order by e.rev)
        from public.booking_events e
        left join private.receipts r on r.event_id = e.id
        left join private.event_pushes p on p.event_id = e.id
        where e.booking_id = booking.id
      ),
      '[]'
    )
  ))::json;
$$;

-- For administrators: up to `at_most` changes of all lists after a revision, the oldest first, as {epoch, rev, now, mails, changes} with
-- the server's time, `mails` of private.mail_outlook and changes of {table, id, rev, row}; `row` is null for a deleted row. A stable function reads one snapshot and revisions become
-- visible in their order, so nothing between the last change and the next request is missed. `rev` is the greatest visible
-- revision.
--
-- A sent alert counts as deleted: a replica keeps only the unsent ones. The position's title therefore comes with the
-- application. A definer, because no request role may read the epoch.
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
  -- Reads the indexes only, so that no more rows are read than are returned.
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
        (select rev from public.crew where rev > after order by rev limit at_most)
        union all
        (select rev from public.alerts where rev > after order by rev limit at_most)
        union all
        (select rev from public.deleted_rows where rev > after order by rev limit at_most)
    ) as following order by rev limit at_most
  ) as answered;
  return json_build_object(
    'epoch', (select epoch from private.sync_epoch),
    'rev', private.visible_revision(),
    'now', now(),
    'mails', private.mail_outlook(),
    'changes', (
      select coalesce(json_agg(json_build_object('table', listed, 'id', id, 'rev', rev, 'row', row) order by rev), '[]')
      from (
        select 'bookings' as listed, t.id, t.rev, private.with_events(t) as row from public.bookings t where t.rev > after and t.rev <= up_to
        union all
        select 'job_applications', t.id, t.rev, private.with_job_title(t) from public.job_applications t where t.rev > after and t.rev <= up_to
        union all
        select 'contact_messages', t.id, t.rev, to_json(t) from public.contact_messages t where t.rev > after and t.rev <= up_to
        union all
        select 'careers', t.id, t.rev, to_json(t) from public.careers t where t.rev > after and t.rev <= up_to
        union all
        select 'gallery_images', t.id, t.rev, to_json(t) from public.gallery_images t where t.rev > after and t.rev <= up_to
        union all
        select 'testimonials', t.id, t.rev, to_json(t) from public.testimonials t where t.rev > after and t.rev <= up_to
        union all
        select 'crew', t.id, t.rev, to_json(t) from public.crew t where t.rev > after and t.rev <= up_to
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

-- For administrators: up to `at_most` rows of one part of the initial sync, in its order, after a position in it (null: from the
-- start), as {epoch, rev, rows, total}.
--
-- The part `coming` is the bookings from a day on, soonest first; `bookings` is the earlier ones; any other part is a list.
-- Both are newest first. A position is the day or time of a row, as answered, and its id. `rev` is the greatest visible
-- revision, and later changes come from public.changes; `total` counts the part, in its first answer only.
create function private.first_copy(part text, from_day date, place_at text, place_id uuid, at_most int) returns json
language plpgsql stable security definer set search_path = ''
as $$
declare
  -- The part's rows, their JSON, their order, and the condition for rows after the position.
  source text;
  as_json text := 'to_json(t)';
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
      as_json := 'private.with_events(t)';
      placed := 'preferred_date, id';
      beyond := '(preferred_date, id) > ($2::date, $3)';
    when 'bookings' then
      source := 'public.bookings t where preferred_date < $1';
      as_json := 'private.with_events(t)';
    when 'alerts' then source := $sql$public.alerts t where state <> 'sent'$sql$;
    when 'job_applications' then
      source := 'public.job_applications t where true';
      as_json := 'private.with_job_title(t)';
    when 'contact_messages', 'careers', 'gallery_images', 'testimonials', 'crew' then source := format('public.%I t where true', part);
    else raise invalid_parameter_value using message = 'There is no such part of the lists.';
  end case;
  if place_at is null then
    execute 'select count(*) from ' || source into total using from_day;
  else
    source := source || ' and ' || beyond;
  end if;
  execute format('select coalesce(json_agg(row), ''[]'') from (select %s as row from %s order by %s limit $4) as page', as_json, source, placed)
    into rows using from_day, place_at, place_id, at_most;
  return json_build_object(
    'epoch', (select epoch from private.sync_epoch), 'rev', private.visible_revision(), 'rows', rows, 'total', total
  );
end $$;
grant execute on function private.first_copy(text, date, text, uuid, int) to authenticated;

create function public.first_copy(part text, from_day date, place_at text, place_id uuid, at_most int) returns json
language sql stable security invoker set search_path = ''
as $$
  select private.first_copy(part, from_day, place_at, place_id, at_most);
$$;
grant execute on function public.first_copy(text, date, text, uuid, int) to authenticated;
-- The buckets. A deployment resets their limits.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('resumes', 'resumes', false, 10485760, array[
    'application/pdf',
    'application/msword',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
  ]),
  ('gallery', 'gallery', true, 10485760, array['image/jpeg', 'image/png', 'image/webp']),
  ('testimonials', 'testimonials', true, 1048576, array['image/jpeg', 'image/png', 'image/webp']),
  ('jobs', 'jobs', false, 10485760, array['image/jpeg', 'image/png', 'image/webp'])
on conflict (id) do update set
  public = excluded.public,
  file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

-- Clients call this before they use a bucket. It never creates or changes one, and refuses every other bucket.
create function public.ensure_bucket_exists(target_bucket_id text, target_bucket_name text, is_public boolean) returns void
language plpgsql set search_path = ''
as $$
begin
  if ((target_bucket_id, target_bucket_name, is_public) in (
    ('resumes', 'resumes', false), ('gallery', 'gallery', true), ('testimonials', 'testimonials', true)
  )) is not true then
    raise sqlstate 'PT403' using message = 'This bucket is not available.';
  end if;
end $$;
grant execute on function public.ensure_bucket_exists(text, text, boolean) to anon, authenticated;

-- True for a picture whose record was deleted. A picture's name holds its record's id, whose tombstone stays. A picture
-- uploaded after the deletion would never be removed.
create function private.is_of_deleted(listed text, file_name text) returns boolean
language sql stable security invoker set search_path = ''
as $$
  select exists (
    select from public.deleted_rows
    where table_name = listed and id = substring(file_name from '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}')::uuid
  );
$$;
grant execute on function private.is_of_deleted(text, text) to authenticated;

-- True for a file uploaded whole by one request. A chunked upload has no size until it ends; resumable uploads, signed
-- upload links, copies and moves are other operations, and triggers see a resumable upload only at its end.
create function private.is_plain_upload(metadata jsonb, most_bytes bigint) returns boolean
language sql stable security invoker set search_path = ''
as $$
  select storage.allow_only_operation('object.upload')
    and coalesce((metadata ->> 'contentLength')::bigint between 1 and most_bytes, false);
$$;
grant execute on function private.is_plain_upload(jsonb, bigint) to anon, authenticated;

-- The report that a picture's name, `{event id}/{number}`, belongs to; null for another name.
create function private.report_of(file_name text) returns uuid
language sql immutable strict parallel safe set search_path = ''
as $$
  select substring(file_name from '^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/[1-6]$')::uuid;
$$;

-- True for a picture of a report of the last two weeks, up to its number of pictures.
create function private.is_report_picture(file_name text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.booking_events
    where id = private.report_of(file_name)
      and actor = 'crew' and pictures >= substring(file_name from '/([1-6])$')::int and created_at > now() - interval '14 days'
  );
$$;
grant execute on function private.is_report_picture(text) to anon;

-- Without a policy for UPDATE no stored file can be overwritten. A public bucket's files can be read by address, but
-- not listed, without a policy for SELECT.
create policy "everyone adds a resume under a minted name" on storage.objects for insert to anon, authenticated with check (
  bucket_id = 'resumes' and name ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.(pdf|doc|docx)$'
  and private.is_plain_upload(metadata, 10485760)
);
create policy "the crew adds pictures of its reports" on storage.objects for insert to anon with check (
  bucket_id = 'jobs' and private.is_report_picture(name) and private.is_plain_upload(metadata, 10485760)
);
create policy "admins add pictures" on storage.objects for insert to authenticated with check (
  (select private.is_admin()) and (
    (bucket_id = 'gallery' and name ~ '^(Residential|Commercial|Specialized|Before/After)/[A-Za-z0-9_-]{16,64}\.(jpg|jpeg|png|webp)$'
      and not private.is_of_deleted('gallery_images', name) and private.is_plain_upload(metadata, 10485760))
    or (bucket_id = 'testimonials' and name ~ '^[A-Za-z0-9_-]{16,64}\.(jpg|jpeg|png|webp)$'
      and not private.is_of_deleted('testimonials', name) and private.is_plain_upload(metadata, 1048576))
  )
);
create policy "admins read files" on storage.objects for select to authenticated
  using (bucket_id in ('resumes', 'gallery', 'testimonials', 'jobs') and (select private.is_admin()));
create policy "admins delete files" on storage.objects for delete to authenticated
  using (bucket_id in ('resumes', 'gallery', 'testimonials', 'jobs') and (select private.is_admin()));

-- An application is stored only with its file. Checked after the insert, so that a replay of a stored row meets the
-- primary key first. Clients recognise the error by its constraint's name. The file's row is locked until the
-- application commits. A file that is being deleted counts as missing, and the device uploads it again.
create function private.check_resume() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform from storage.objects where bucket_id = 'resumes' and name = new.resume_path for key share skip locked;
  if not found then
    raise foreign_key_violation using
      message = 'insert or update on table "job_applications" violates foreign key constraint "job_applications_resume_path_fkey"',
      detail = format('The file (%s) is not in the bucket "resumes".', new.resume_path),
      constraint = 'job_applications_resume_path_fkey', table = 'job_applications', schema = 'public';
  end if;
  return null;
end $$;
create trigger check_resume after insert on public.job_applications
  for each row execute function private.check_resume();

-- An application may arrive after the names were listed. If it exists when the file's row is deleted, the row and its
-- contents are kept. If it comes later, check_resume finds the row locked.
create function private.keep_claimed_resume() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from public.job_applications where resume_path = old.name) then return null; end if;
  return old;
end $$;
-- Administrators delete an application's file before its row, so only the server's own key is restricted.
create trigger keep_claimed_resume before delete on storage.objects
  for each row when (old.bucket_id = 'resumes' and current_user = 'service_role')
  execute function private.keep_claimed_resume();

-- The pictures of reports that the office keeps beyond their 90 days. Each goes with its report.
create table private.kept_pictures (
  report uuid references public.booking_events (id) on delete cascade,
  place int check (place between 1 and 6),
  primary key (report, place)
);
alter table private.kept_pictures enable row level security;

create function private.is_kept_picture(file_name text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from private.kept_pictures where report || '/' || place = file_name and report = private.report_of(file_name));
$$;

-- For administrators: keeps a picture of a report, or lets it go again. False if there is no picture to keep. Its row is locked, as
-- check_resume does: a removal at the same moment waits and finds the picture kept, or comes first, and the picture counts as missing.
create function private.keep_picture(_report uuid, _place int, _keep boolean) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.is_admin() then
    raise insufficient_privilege using message = 'Only administrators can keep pictures of the crew.';
  end if;
  if _keep then
    perform from storage.objects where bucket_id = 'jobs' and name = _report || '/' || _place for key share skip locked;
    if not found or not exists (select from public.booking_events where id = _report) then return false; end if;
    insert into private.kept_pictures (report, place) values (_report, _place) on conflict do nothing;
  else
    delete from private.kept_pictures where report = _report and place = _place;
  end if;
  return true;
end $$;
grant execute on function private.keep_picture(uuid, int, boolean) to authenticated;

create function public.keep_picture(_report uuid, _place int, _keep boolean) returns boolean
language sql volatile security invoker set search_path = ''
as $$
  select private.keep_picture(_report, _place, _keep);
$$;
grant execute on function public.keep_picture(uuid, int, boolean) to authenticated;

-- For administrators: the numbers of a report's kept pictures.
create function private.kept_pictures(_report uuid) returns json
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.is_admin() then
    raise insufficient_privilege using message = 'Only administrators can read which pictures of the crew are kept.';
  end if;
  return (select coalesce(json_agg(place order by place), '[]') from private.kept_pictures where report = _report);
end $$;
grant execute on function private.kept_pictures(uuid) to authenticated;

create function public.kept_pictures(_report uuid) returns json
language sql stable security invoker set search_path = ''
as $$
  select private.kept_pictures(_report);
$$;
grant execute on function public.kept_pictures(uuid) to authenticated;

create function private.keep_kept_picture() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_kept_picture(old.name) then return null; end if;
  return old;
end $$;
-- A picture may be kept after the names were listed.
create trigger keep_kept_picture before delete on storage.objects
  for each row when (old.bucket_id = 'jobs' and current_user = 'service_role')
  execute function private.keep_kept_picture();

-- The names of up to 500 pictures of jobs to remove, the oldest first: those of reports that are gone, or 90 days old and not kept. A
-- restored file has the date of the restore. Storage removes them.
create function public.expired_pictures() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(name), '[]')
  from (
    select o.name
    from storage.objects o
    where o.bucket_id = 'jobs'
      and not exists (
        select from public.booking_events e where e.id = private.report_of(o.name)
          and (e.created_at > now() - interval '90 days' or private.is_kept_picture(o.name))
      )
    order by o.created_at
    limit 500
  ) as oldest;
$$;
grant execute on function public.expired_pictures() to service_role;
-- A résumé is stored before its application. Without one it is removed: the application never came, or was deleted without
-- its file. A device that still has the application queued uploads the file again.

-- Résumés without an application, by file name. Their senders are forgotten with the hits.
create table private.unclaimed_resumes (
  name text primary key,
  bytes bigint not null,
  client bytea,
  site bytea,
  stored_at timestamptz not null default now(),
  -- When the file is removed; null: a day after it was stored.
  remove_at timestamptz
);
alter table private.unclaimed_resumes enable row level security;

-- Storage inserts twice: first as the visitor, rolled back, which refuses a flood before the file is written; then as
-- itself for the same request, which is counted.
create trigger guard_flood after insert on storage.objects
  for each row when (new.bucket_id = 'resumes') execute function private.guard_flood('resumes');

-- Marks the oldest waiting files of the largest holder as due for removal, until this many bytes are freed or the holder
-- has no more. Holders are measured by the part of their share that they use: a sender by its own, or by its /48's.
create function private.make_room(_bytes bigint, _except text) returns void
language sql security definer set search_path = ''
as $$
  with
    settings as (select (private.share_of(unclaimed_resume_bytes)).* from private.flood_settings),
    waiting as (
      select name, bytes, stored_at, client, site,
        sum(bytes) over (partition by client) / of_client as of_client,
        case when site is null then 0 else sum(bytes) over (partition by site) / of_site end as of_site
      from private.unclaimed_resumes, settings where remove_at is null or remove_at > now()
    ),
    largest as (
      select client, site, of_site > of_client as is_site from waiting where name <> _except
      order by greatest(of_client, of_site) desc, stored_at, name limit 1
    ),
    held as (
      select w.name, sum(w.bytes) over (order by w.stored_at, w.name) - w.bytes as freed_before
      from waiting w, largest l
      where w.name <> _except and case when l.is_site then w.site = l.site else w.client is not distinct from l.client end
    )
  update private.unclaimed_resumes u set remove_at = now() from held where held.name = u.name and held.freed_before < _bytes;
$$;

-- Bounds the unclaimed résumés of all senders together. A sender above its share keeps a file for an hour only, and gets
-- no more once half of the total is used; then the largest holder's oldest files make room, and staff read an alarm. The
-- total itself ends uploads. A file counts as at least 64 KB, which also limits the number of files, until Storage has
-- removed it. Storage answers 429 for this error message.
create function private.bound_unclaimed_resumes() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  size bigint := greatest(coalesce((new.metadata ->> 'size')::bigint, (new.metadata ->> 'contentLength')::bigint, 0), 65536);
  total bigint := (select unclaimed_resume_bytes from private.flood_settings);
  sender record;
  before record;
  is_over boolean;
begin
  if exists (select from public.job_applications where resume_path = new.name) then return null; end if;
  select * into sender from private.sender();
  -- Uploads take turns, so that each sees the total of the earlier ones.
  perform pg_advisory_xact_lock(hashtext('private.unclaimed_resumes'));
  select count(*) as files, coalesce(sum(bytes), 0) as stored,
    coalesce(sum(bytes) filter (where remove_at is null or remove_at > now()), 0) as waiting,
    coalesce(sum(bytes) filter (where client = sender.client), 0) as of_client,
    coalesce(sum(bytes) filter (where site = sender.site), 0) as of_site
    into before from private.unclaimed_resumes;
  select sender.client is not null and (before.of_client + size > share.of_client or before.of_site + size > share.of_site)
    into is_over from private.share_of(total) as share;
  if before.stored + size > total or (is_over and before.stored > total / 2) then
    raise sqlstate 'PT429' using
      message = 'Too many files wait for their applications: no more connections allowed.',
      hint = 'Please try again in an hour.';
  end if;
  insert into private.unclaimed_resumes (name, bytes, client, site, remove_at)
    values (new.name, size, sender.client, sender.site, case when is_over then now() + interval '1 hour' end);
  if before.waiting + size > total / 2 then
    perform private.raise_alarm('unclaimed_resumes', before.files + 1);
    perform private.make_room((before.waiting + size - total / 2)::bigint, new.name);
  end if;
  return null;
end $$;
create trigger bound_unclaimed_resumes after insert on storage.objects
  for each row when (new.bucket_id = 'resumes') execute function private.bound_unclaimed_resumes();

create function private.forget_unclaimed_resume() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.unclaimed_resumes where name = case tg_table_name when 'objects' then to_jsonb(old) ->> 'name' else to_jsonb(new) ->> 'resume_path' end;
  return null;
end $$;
create trigger forget_unclaimed_resume after delete on storage.objects
  for each row when (old.bucket_id = 'resumes') execute function private.forget_unclaimed_resume();
create trigger forget_unclaimed_resume after insert on public.job_applications
  for each row execute function private.forget_unclaimed_resume();

-- The names of up to 500 résumés to remove, the oldest first. Storage removes them: deleting the rows here would leave the
-- contents behind, and hosted projects refuse it.
create function public.unclaimed_resumes() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(name), '[]')
  from (
    select o.name
    from storage.objects o
    where o.bucket_id = 'resumes'
      and (o.created_at <= now() - interval '1 day'
        or o.name in (select name from private.unclaimed_resumes where remove_at <= now()))
      and not exists (select from public.job_applications a where a.resume_path = o.name)
    order by o.created_at
    limit 500
  ) as oldest;
$$;
grant execute on function public.unclaimed_resumes() to service_role;
-- True for an address of a browser's push service: Chrome and its relatives, Firefox, Edge, Safari. Any other host could be
-- one of the server's own network. The same list as _shared/push-services.ts.
create function private.is_push_endpoint(value text) returns boolean
language sql immutable strict parallel safe set search_path = ''
as $$
  select char_length(value) <= 1000
    and value ~ '^https://((fcm\.googleapis|jmt17\.google)\.com|([a-z0-9-]+\.)+(push\.services\.mozilla|notify\.windows|push\.apple)\.com)/[!-~]*$';
$$;

-- True for a point of P-256 (SEC 2, 2.4.2) in base64url, uncompressed. No message can be encrypted for anything else.
create function private.is_push_key(value text) returns boolean
language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  p constant numeric := 115792089210356248762697446949407573530086143415290314195533631308867097853951;
  b constant numeric := 41058363725152142129326129780047268409114441015993725554835256314039467401291;
  point bytea;
  x numeric := 0;
  y numeric := 0;
begin
  -- The first byte is 4.
  if value !~ '^B[A-P][A-Za-z0-9_-]{85}$' then return false; end if;
  point := decode(translate(value, '-_', '+/') || '=', 'base64');
  for n in 1..32 loop
    x := x * 256 + get_byte(point, n);
    y := y * 256 + get_byte(point, n + 32);
  end loop;
  return x < p and y < p and mod(y * y, p) = mod(x * x * x - 3 * x + b, p);
end $$;
grant execute on function private.is_push_endpoint(text), private.is_push_key(text) to authenticated;

-- The devices that receive a notification of each new submission (web push), one row for each browser's subscription of
-- an administrator. The browser derives the id from the endpoint, so that a repeated insert is recognised. Only the
-- server's own key reads endpoint and keys, through push_targets.
create table public.push_devices (
  id uuid primary key,
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  endpoint text not null check (private.is_push_endpoint(endpoint)),
  -- The subscription's public key and its secret, which encrypt a message for this browser alone.
  p256dh text not null check (private.is_push_key(p256dh)),
  auth text not null check (auth ~ '^[A-Za-z0-9_-]{22}$'),
  -- Such as "Chrome on Android", for its owner.
  name text not null check (private.is_line(name, 1, 60)),
  created_at timestamptz not null default now()
);
create index push_devices_user on public.push_devices (user_id);
alter table public.push_devices enable row level security;
grant select (id, name, created_at), insert (id, endpoint, p256dh, auth, name), delete on public.push_devices to authenticated;
create policy "admins read their own" on public.push_devices for select to authenticated
  using (user_id = (select auth.uid()) and (select private.is_admin()));
create policy "admins add their own" on public.push_devices for insert to authenticated
  with check (user_id = (select auth.uid()) and (select private.is_admin()));
create policy "admins remove their own" on public.push_devices for delete to authenticated
  using (user_id = (select auth.uid()) and (select private.is_admin()));

-- At most ten devices per user, of known push services. The lock serialises one user's insertions.
create function private.limit_push_devices() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.is_push_endpoint(new.endpoint) then
    raise check_violation using message = 'The push service of this browser is not known to us. Use another browser.';
  end if;
  perform pg_advisory_xact_lock(hashtext('private.push_devices'), hashtext(new.user_id::text));
  if (select count(*) from public.push_devices where user_id = new.user_id) >= 10 then
    raise check_violation using message = 'Ten devices are listed already. Stop one of them first.';
  end if;
  return new;
end $$;
create trigger limit_push_devices before insert on public.push_devices
  for each row execute function private.limit_push_devices();

-- The devices of all current administrators, as [{id, endpoint, p256dh, auth}].
create function public.push_targets() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'endpoint', d.endpoint, 'p256dh', d.p256dh, 'auth', d.auth)), '[]')
  from public.push_devices d join private.user_roles r on r.user_id = d.user_id and r.role = 'admin';
$$;
grant execute on function public.push_targets() to service_role;

-- Removes devices whose subscription has ended, according to the push service.
create function public.remove_push_devices(_ids uuid[]) returns void
language sql security definer set search_path = ''
as $$ delete from public.push_devices where id = any(_ids); $$;
grant execute on function public.remove_push_devices(uuid[]) to service_role;

-- The devices on which a booking's customer wants a notification of the office's answers (web push). The request's full id
-- is the key, as in request_states. A device is removed with its booking, once the booking's day and every offered day
-- have passed, and when its subscription has ended. See docs/decisions/0018-web-push.md.
create table private.request_devices (
  booking_id uuid not null references public.bookings (id) on delete cascade,
  -- Derived from the endpoint by the browser.
  id uuid not null,
  -- As in push_devices.
  endpoint text not null check (private.is_push_endpoint(endpoint)),
  p256dh text not null check (private.is_push_key(p256dh)),
  auth text not null check (auth ~ '^[A-Za-z0-9_-]{22}$'),
  primary key (booking_id, id)
);
alter table private.request_devices enable row level security;

-- True while a booking's day, one of an event or a visit of its series is to come, or its series runs.
create function private.is_ahead(_booking_id uuid, _day date) returns boolean
language sql stable security definer set search_path = ''
as $$
  select _day >= private.london_today()
    or exists (select from public.booking_events e where e.booking_id = _booking_id and e.day >= private.london_today())
    or exists (select from public.bookings v where v.series = _booking_id and v.preferred_date >= private.london_today())
    or private.is_running(_booking_id);
$$;

-- Adds a device, five at most for a booking that is to come; true if it is listed. An unknown id, an erased record and a
-- booking that is over answer false.
create function private.notify_request(_booking_id uuid, _id uuid, _endpoint text, _p256dh text, _auth text) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.count_request('request_devices', null, 1);
  perform pg_advisory_xact_lock(hashtext('private.request_devices'), hashtext(_booking_id::text));
  insert into private.request_devices (booking_id, id, endpoint, p256dh, auth)
    select b.id, _id, _endpoint, _p256dh, _auth from public.bookings b
    where b.id = _booking_id and private.is_ahead(b.id, b.preferred_date)
      and (b.status in ('pending', 'confirmed') or private.is_running(b.id))
      and (select count(*) from private.request_devices d where d.booking_id = b.id and d.id <> _id) < 5
    on conflict (booking_id, id) do update set endpoint = excluded.endpoint, p256dh = excluded.p256dh, auth = excluded.auth;
  return found;
end $$;
grant execute on function private.notify_request(uuid, uuid, text, text, text) to anon, authenticated;

create function public.notify_request(_booking_id uuid, _id uuid, _endpoint text, _p256dh text, _auth text) returns boolean
language sql volatile security invoker set search_path = ''
as $$
  select private.notify_request(_booking_id, _id, _endpoint, _p256dh, _auth);
$$;
grant execute on function public.notify_request(uuid, uuid, text, text, text) to anon, authenticated;

-- Removes a device from a booking; one that is not listed counts as removed. Nobody guesses a booking's id, so it is not
-- counted, and never refused.
create function private.stop_notifying(_booking_id uuid, _id uuid) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.request_devices where booking_id = _booking_id and id = _id;
  return true;
end $$;
grant execute on function private.stop_notifying(uuid, uuid) to anon, authenticated;

create function public.stop_notifying(_booking_id uuid, _id uuid) returns boolean
language sql volatile security invoker set search_path = ''
as $$
  select private.stop_notifying(_booking_id, _id);
$$;
grant execute on function public.stop_notifying(uuid, uuid) to anon, authenticated;

-- The devices of a booking, or of its series' first booking, as [{id, endpoint, p256dh, auth}].
create function public.request_targets(_booking_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'endpoint', endpoint, 'p256dh', p256dh, 'auth', auth)), '[]')
  from public.bookings b join private.request_devices d on d.booking_id = coalesce(b.series, b.id) where b.id = _booking_id;
$$;
grant execute on function public.request_targets(uuid) to service_role;

-- Leases the notification of a booking's last answer or reminder to one caller for two minutes, as {event, record}; null if none is due. A
-- failed one obeys the alerts' backoff, for a day. `_reminders`: MAIL_REMINDERS.
create function public.claim_push(_booking_id uuid, _reminders boolean default true) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  event public.booking_events;
begin
  perform pg_advisory_xact_lock(hashtext('private.revision'));
  select e.* into event from private.event_pushes p join private.standing_events(_booking_id) e on e.id = p.event_id
    where e.created_at > now() - interval '1 day' and private.is_unsent(p.state, p.attempts, p.claimed_at)
    order by e.rev limit 1;
  if not found then return null; end if;
  if event.kind = 'reminded' and not _reminders then
    update private.event_pushes set state = 'none', reason = 'off' where event_id = event.id;
    return null;
  end if;
  update private.event_pushes set state = 'sending', attempts = attempts + 1, claimed_at = now() where event_id = event.id;
  return private.customer_notice(event);
end $$;
grant execute on function public.claim_push(uuid, boolean) to service_role;

-- Stores the result of an attempt: `sent` (a push service took it), `service` (none did), `no-device` (every subscription has
-- ended) or `off`. A sent notification stays sent.
create function public.finish_push(_event_id uuid, _result text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtext('private.revision'));
  update private.event_pushes set
    state = case _result when 'sent' then 'sent' when 'service' then 'failed' else 'none' end,
    reason = nullif(_result, 'sent')
    where event_id = _event_id and state in ('sending', 'failed');
end $$;
grant execute on function public.finish_push(uuid, text) to service_role;

-- Removes devices whose subscription has ended, from all bookings.
create function public.remove_request_devices(_ids uuid[]) returns void
language sql security definer set search_path = ''
as $$ delete from private.request_devices where id = any(_ids); $$;
grant execute on function public.remove_request_devices(uuid[]) to service_role;

-- Replaces a device's subscription by its browser's new one; true if the old one was listed. The calling worker has no
-- token; it proves itself by the old subscription's secret, known to the browser and the server only.
create function private.renew_push_device(_old_id uuid, _old_auth text, _id uuid, _endpoint text, _p256dh text, _auth text)
returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  is_known boolean;
begin
  update public.push_devices set id = _id, endpoint = _endpoint, p256dh = _p256dh, auth = _auth where id = _old_id and auth = _old_auth;
  is_known := found;
  update private.request_devices set id = _id, endpoint = _endpoint, p256dh = _p256dh, auth = _auth
    where id = _old_id and auth = _old_auth;
  is_known := is_known or found;
  update private.crew_devices set push_id = _id, endpoint = _endpoint, p256dh = _p256dh, auth = _auth
    where push_id = _old_id and auth = _old_auth;
  return is_known or found;
end $$;
grant execute on function private.renew_push_device(uuid, text, uuid, text, text, text) to anon;

create function public.renew_push_device(_old_id uuid, _old_auth text, _id uuid, _endpoint text, _p256dh text, _auth text) returns boolean
language sql volatile security invoker set search_path = ''
as $$
  select private.renew_push_device(_old_id, _old_auth, _id, _endpoint, _p256dh, _auth);
$$;
grant execute on function public.renew_push_device(uuid, text, uuid, text, text, text) to anon;
-- The crew's day: a code of the office registers a device's key, and the key reads its person's jobs and reports on them. No request
-- role has a right on a table. See docs/decisions/0026-crew.md.

-- The devices of the crew. Only the hash of a key is stored.
create table private.crew_devices (
  id uuid primary key default gen_random_uuid(),
  crew_id uuid not null references public.crew (id) on delete cascade,
  key_hash bytea not null unique,
  -- Such as "Chrome on Android", for the office.
  name text not null check (private.is_line(name, 1, 60)),
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  -- Its subscription for web push, as in push_devices.
  push_id uuid,
  endpoint text check (private.is_push_endpoint(endpoint)),
  p256dh text check (private.is_push_key(p256dh)),
  auth text check (auth ~ '^[A-Za-z0-9_-]{22}$'),
  constraint push_whole check (num_nonnulls(push_id, endpoint, p256dh, auth) in (0, 4))
);
create index crew_devices_crew on private.crew_devices (crew_id);
alter table private.crew_devices enable row level security;

-- The open codes, one a person. The first three characters find a code, and the other five are its secret.
create table private.crew_codes (
  crew_id uuid primary key references public.crew (id) on delete cascade,
  prefix text not null unique,
  hash bytea not null,
  wrong_tries int not null default 0,
  expires_at timestamptz not null default now() + interval '1 hour'
);
alter table private.crew_codes enable row level security;

create function private.crew_key_hash(_key text) returns bytea
language sql immutable parallel safe set search_path = ''
as $$ select sha256(convert_to(coalesce(_key, ''), 'UTF8')); $$;

-- The secret prevents a search through all codes.
create function private.crew_code_hash(_code text) returns bytea
language sql stable set search_path = ''
as $$
  select sha256(convert_to(secret || ' ' || _code, 'UTF8')) from private.job_secret;
$$;

-- Eight random characters of Crockford's base32 (https://www.crockford.com/base32.html).
create function private.new_crew_code() returns text
language sql volatile set search_path = ''
as $$
  select string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (get_byte(random, place) & 31) + 1, 1), '')
  -- The bytes of a version 4 UUID that are random as a whole.
  from uuid_send(gen_random_uuid()) as random, unnest(array[0, 1, 2, 3, 4, 5, 10, 11]) as place;
$$;

-- A code as it was typed: in any case, with spaces and hyphens, and with the letters that Crockford reads as digits.
create function private.plain_code(typed text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select translate(regexp_replace(upper(coalesce(typed, '')), '[^0-9A-Z]', '', 'g'), 'OIL', '011');
$$;

-- For administrators: a code for one device of a person, as {code, expires_at}, in place of the open one. Null for an unknown person.
create function private.crew_code(_crew_id uuid) returns json
language plpgsql security definer set search_path = ''
as $$
declare
  fresh text;
  expiry timestamptz;
begin
  if not private.is_admin() then
    raise insufficient_privilege using message = 'Only administrators can make codes for the crew.';
  end if;
  perform pg_advisory_xact_lock(hashtext('private.revision'));
  if not exists (select from public.crew where id = _crew_id) then return null; end if;
  delete from private.crew_codes where crew_id = _crew_id or expires_at <= now();
  loop
    fresh := private.new_crew_code();
    exit when not exists (select from private.crew_codes where prefix = left(fresh, 3));
  end loop;
  insert into private.crew_codes (crew_id, prefix, hash) values (_crew_id, left(fresh, 3), private.crew_code_hash(fresh))
    returning expires_at into expiry;
  return json_build_object('code', left(fresh, 4) || '-' || right(fresh, 4), 'expires_at', expiry);
end $$;
grant execute on function private.crew_code(uuid) to authenticated;

create function public.crew_code(_crew_id uuid) returns json
language sql volatile security invoker set search_path = ''
as $$
  select private.crew_code(_crew_id);
$$;
grant execute on function public.crew_code(uuid) to authenticated;

-- For administrators: the devices of all people, as [{id, crew_id, name, created_at, seen_at}], the newest first.
create function private.crew_devices() returns json
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.is_admin() then
    raise insufficient_privilege using message = 'Only administrators can read the devices of the crew.';
  end if;
  return (
    select coalesce(json_agg(json_build_object(
      'id', id, 'crew_id', crew_id, 'name', name, 'created_at', created_at, 'seen_at', seen_at
    ) order by created_at desc, id), '[]') from private.crew_devices
  );
end $$;
grant execute on function private.crew_devices() to authenticated;

create function public.crew_devices() returns json
language sql stable security invoker set search_path = ''
as $$
  select private.crew_devices();
$$;
grant execute on function public.crew_devices() to authenticated;

-- For administrators: ends the key of a device at once. False if it is not listed.
create function private.end_crew_device(_id uuid) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.is_admin() then
    raise insufficient_privilege using message = 'Only administrators can end a device of the crew.';
  end if;
  delete from private.crew_devices where id = _id;
  return found;
end $$;
grant execute on function private.end_crew_device(uuid) to authenticated;

create function public.end_crew_device(_id uuid) returns boolean
language sql volatile security invoker set search_path = ''
as $$
  select private.end_crew_device(_id);
$$;
grant execute on function public.end_crew_device(uuid) to authenticated;

-- Registers a device's key with a code: {outcome, name}. A key that is registered stays so, whatever the code, so that a lost response
-- costs nothing. Outcomes:
-- registered: `name` is the person's.
-- wrong: a wrong, used, ended or expired code; the fifth wrong try ends a code.
-- full: the person has three devices; the code stays.
create function private.crew_register(_code text, _key text, _device text) returns json
language plpgsql security definer set search_path = ''
as $$
declare
  typed text := private.plain_code(_code);
  typed_hash bytea := private.crew_code_hash(typed);
  code private.crew_codes;
  registered text;
begin
  if _key is null or _key !~ '^[0-9a-f]{32}$' or private.is_line(private.trimmed(_device), 1, 60) is not true then
    raise check_violation using message = 'A device has a key of 32 hexadecimal digits and a name.';
  end if;
  -- Registrations take turns, so that a code is used once, and each counts the earlier devices.
  perform pg_advisory_xact_lock(hashtext('private.revision'));
  perform private.count_request('crew_codes', null, 1);
  select c.name into registered from private.crew_devices d join public.crew c on c.id = d.crew_id
    where d.key_hash = private.crew_key_hash(_key);
  if registered is not null then return json_build_object('outcome', 'registered', 'name', registered); end if;
  select * into code from private.crew_codes where prefix = left(typed, 3) and expires_at > now();
  if code.hash is distinct from typed_hash then
    update private.crew_codes set wrong_tries = wrong_tries + 1 where crew_id = code.crew_id;
    delete from private.crew_codes where crew_id = code.crew_id and wrong_tries >= 5;
    return json_build_object('outcome', 'wrong');
  end if;
  if (select count(*) from private.crew_devices where crew_id = code.crew_id) >= 3 then
    return json_build_object('outcome', 'full');
  end if;
  delete from private.crew_codes where crew_id = code.crew_id;
  insert into private.crew_devices (crew_id, key_hash, name)
    values (code.crew_id, private.crew_key_hash(_key), private.trimmed(_device));
  return json_build_object('outcome', 'registered', 'name', (select name from public.crew where id = code.crew_id));
end $$;
grant execute on function private.crew_register(text, text, text) to anon;

create function public.crew_register(_code text, _key text, _device text) returns json
language sql volatile security invoker set search_path = ''
as $$
  select private.crew_register(_code, _key, _device);
$$;
grant execute on function public.crew_register(text, text, text) to anon;

-- True from six in the evening in London, when the way in is shown for the day after.
create function private.is_access_time(at timestamptz) returns boolean
language sql stable parallel safe set search_path = ''
as $$ select (at at time zone 'Europe/London')::time >= '18:00'; $$;

-- The postcode district of an address, such as `PA1`; null for an address without a postcode.
create function private.district_of(address text) returns text
language sql immutable strict parallel safe set search_path = ''
as $$
  select found[1]
  from regexp_matches(upper(address), '\m([A-Z]{1,2}[0-9][0-9A-Z]?)[ \t]*[0-9][A-Z]{2}\M', 'g') with ordinality as matches (found, place)
  order by place desc limit 1;
$$;

-- The place of a slot in a day.
create function private.slot_order(time_slot text) returns int
language sql immutable strict parallel safe set search_path = ''
as $$ select array_position(array['morning', 'afternoon', 'evening'], time_slot); $$;

-- The first names of a job's other people, in order.
create function private.colleagues(booking public.bookings, _crew_id uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(split_part(c.name, ' ', 1) order by c.name), '[]')
  from public.crew c where c.id = any(booking.crew) and c.id <> _crew_id;
$$;

-- The jobs of a person, by the key of a device: {name, now, today, ends_at, jobs, later}; null for a key that is not registered. `jobs`
-- are today's and tomorrow's, whole but for the way in, which is shown from the evening before; `later`: of the seven days after,
-- day, slot, service and district. `ends_at`: the end of tomorrow in London. Phones ask all day, and many share an address, so the
-- flood guard's limits are sixtyfold.
create function private.crew_jobs(_key text) returns json
language plpgsql security definer set search_path = ''
as $$
declare
  device private.crew_devices;
  today date := private.london_today();
begin
  perform private.count_request('crew_jobs', null, 60);
  update private.crew_devices set seen_at = now() where key_hash = private.crew_key_hash(_key) returning * into device;
  if not found then return null; end if;
  return json_build_object(
    'name', (select name from public.crew where id = device.crew_id),
    'now', now(),
    'today', today,
    'ends_at', (today + 2)::timestamp at time zone 'Europe/London',
    'jobs', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'job', b.job, 'day', b.preferred_date, 'time_slot', b.preferred_time, 'name', b.name, 'phone', b.phone, 'address', b.address,
        'service_type', b.service_type, 'service', b.service, 'size', b.size, 'notes', b.notes, 'instructions', b.instructions,
        'access', case when b.preferred_date = today or private.is_access_time(now()) then b.access end,
        'with', private.colleagues(b, device.crew_id)
      ) order by b.preferred_date, private.slot_order(b.preferred_time), b.job), '[]')
      from public.bookings b
      where b.preferred_date between today and today + 1 and b.status = 'confirmed' and device.crew_id = any(b.crew)
    ),
    'later', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'day', b.preferred_date, 'time_slot', b.preferred_time, 'service_type', b.service_type, 'service', b.service,
        'district', private.district_of(b.address)
      ) order by b.preferred_date, private.slot_order(b.preferred_time), b.job), '[]')
      from public.bookings b
      where b.preferred_date between today + 2 and today + 8 and b.status = 'confirmed' and device.crew_id = any(b.crew)
    )
  );
end $$;
grant execute on function private.crew_jobs(text) to anon;

create function public.crew_jobs(_key text) returns json
language sql volatile security invoker set search_path = ''
as $$
  select private.crew_jobs(_key);
$$;
grant execute on function public.crew_jobs(text) to anon;

-- True if a booking is or was somebody's: assigned to it, or to its series.
create function private.was_assigned(booking public.bookings, _crew_id uuid) returns boolean
language sql stable set search_path = ''
as $$
  select _crew_id = any(booking.crew) or exists (
    select from public.booking_events e
    where e.booking_id in (booking.id, booking.series) and e.kind = 'assigned' and _crew_id = any(e.crew)
  );
$$;

-- Adds a person's report on a job, by the key of a device: {outcome, late}. It changes no status. `_pictures`: how many are uploaded to
-- the bucket `jobs` afterwards; `_made_at`: the phone's time, of the past week. Outcomes:
-- added: stored now or before, by the same event id. `late`: the job was cancelled or given away; else null.
-- gone: there is no such job, or it was never this person's.
-- ended: the key is not registered.
create function private.crew_report(
  _key text, _event_id uuid, _job uuid, _kind text, _message text, _pictures int, _made_at timestamptz
) returns json
language plpgsql security definer set search_path = ''
as $$
declare
  device private.crew_devices;
  booking public.bookings;
begin
  if _event_id is null or _kind is null or _kind not in ('done', 'locked-out', 'noted') then
    raise check_violation using message = 'A report has an id, and is done, locked-out or noted.';
  end if;
  perform pg_advisory_xact_lock(hashtext('private.revision'));
  select * into device from private.crew_devices where key_hash = private.crew_key_hash(_key);
  select * into booking from public.bookings where job = _job;
  if device.id is null or not private.is_repeated(_event_id, booking.id, 'crew', _kind) then
    perform private.count_request('crew_reports', _event_id, 12);
    if device.id is null then return json_build_object('outcome', 'ended'); end if;
    if booking.id is null or not private.was_assigned(booking, device.crew_id) then return json_build_object('outcome', 'gone'); end if;
    booking := private.add_event(booking, jsonb_populate_record(null::public.booking_events, jsonb_build_object(
      'id', _event_id, 'booking_id', booking.id, 'actor', 'crew', 'kind', _kind, 'message', _message,
      'crew', array[device.crew_id], 'pictures', coalesce(_pictures, 0),
      'made_at', least(greatest(coalesce(_made_at, now()), now() - interval '7 days'), now())
    )), private.status_after(booking.status, 'crew', _kind));
    if _kind = 'locked-out' then
      insert into private.crew_pushes (id, for_office) values (_event_id, true);
    end if;
    update private.crew_devices set seen_at = now() where id = device.id;
  end if;
  return json_build_object('outcome', 'added', 'late', case
    when booking.status = 'cancelled' then 'cancelled'
    when not device.crew_id = any(booking.crew) then 'given-away'
  end);
end $$;
grant execute on function private.crew_report(text, uuid, uuid, text, text, int, timestamptz) to anon;

create function public.crew_report(
  _key text, _event_id uuid, _job uuid, _kind text, _message text, _pictures int, _made_at timestamptz
) returns json
language sql volatile security invoker set search_path = ''
as $$
  select private.crew_report(_key, _event_id, _job, _kind, _message, _pictures, _made_at);
$$;
grant execute on function public.crew_report(text, uuid, uuid, text, text, int, timestamptz) to anon;

-- Takes a deleted person out of the jobs from today on. Their keys go with the row.
create function private.release_crew() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.bookings set crew = array_remove(crew, old.id)
    where preferred_date >= private.london_today() and old.id = any(crew);
  return null;
end $$;
create trigger release_crew after delete on public.crew
  for each row execute function private.release_crew();

-- Empties the ways in that nobody needs: a week after a visit, that of a series' first booking a week after the last one.
create function private.empty_access() returns void
language plpgsql security definer set search_path = ''
as $$
declare
  before date := private.london_today() - 7;
  due uuid[] := array(
    select id from public.bookings b
    where access is not null and preferred_date <= before and not private.is_ahead(id, preferred_date)
      and not exists (select from public.bookings v where v.series = b.id and v.preferred_date > before)
  );
begin
  if cardinality(due) > 0 then update public.bookings set access = null where id = any(due); end if;
end $$;

-- Web push.

-- Stores the device's subscription; true if its key is registered.
create function private.crew_notify(_key text, _id uuid, _endpoint text, _p256dh text, _auth text) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.count_request('crew_notifications', null, 1);
  update private.crew_devices set push_id = _id, endpoint = _endpoint, p256dh = _p256dh, auth = _auth
    where key_hash = private.crew_key_hash(_key);
  return found;
end $$;
grant execute on function private.crew_notify(text, uuid, text, text, text) to anon;

create function public.crew_notify(_key text, _id uuid, _endpoint text, _p256dh text, _auth text) returns boolean
language sql volatile security invoker set search_path = ''
as $$
  select private.crew_notify(_key, _id, _endpoint, _p256dh, _auth);
$$;
grant execute on function public.crew_notify(text, uuid, text, text, text) to anon;

-- The people whose sheet shows a booking of today or tomorrow whole.
create function private.shown_to(booking public.bookings) returns uuid[]
language sql stable set search_path = ''
as $$
  select case when booking.status = 'confirmed' and booking.preferred_date between private.london_today() and private.london_today() + 1
    then booking.crew else '{}' end;
$$;

-- The people whose day a change of a booking concerns: they gained it, lost it, or its day, slot, instructions or way in changed.
-- A completed job needs no notification.
create function private.notice_day() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  former uuid[] := '{}';
  present uuid[] := '{}';
begin
  if tg_op <> 'INSERT' then former := private.shown_to(old); end if;
  if tg_op <> 'DELETE' then
    if new.status = 'completed' then return null; end if;
    present := private.shown_to(new);
  end if;
  insert into private.crew_pushes (id)
    select member from (select distinct unnest(former || present)) as concerned (member)
    where exists (select from private.crew_devices d where d.crew_id = member and d.push_id is not null)
      and (
        not (member = any(former) and member = any(present))
        or (old.preferred_date, old.preferred_time, old.instructions, old.access)
          is distinct from (new.preferred_date, new.preferred_time, new.instructions, new.access)
      )
    on conflict (id) do update set state = 'pending', attempts = 0, created_at = now(), claimed_at = now();
  return null;
end $$;
create trigger notice_day after insert on public.bookings
  for each row when (new.crew <> '{}') execute function private.notice_day();
create trigger notice_changed_day after update on public.bookings
  for each row when (old.crew <> '{}' or new.crew <> '{}') execute function private.notice_day();
create trigger notice_lost_day after delete on public.bookings
  for each row when (old.crew <> '{}') execute function private.notice_day();

-- The ids of up to twenty notifications about changed days that were not tried yet.
create function public.new_crew_pushes() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(id), '[]') from (
    select id from private.crew_pushes where state = 'pending' and not for_office order by created_at limit 20
  ) as untried;
$$;
grant execute on function public.new_crew_pushes() to service_role;

-- Leases a notification to one caller for two minutes: {crew_id, record, sequence}; null if none is due. `crew_id`: the person whose day
-- has changed; null for a report, of whose booking `record` has id, day and slot. `sequence` orders the notifications of a person and
-- those of a booking. A failed one obeys the alerts' backoff, for a day.
create function public.claim_crew_push(_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  push private.crew_pushes;
begin
  perform pg_advisory_xact_lock(hashtext('private.revision'));
  update private.crew_pushes p set state = 'sending', attempts = attempts + 1, claimed_at = now()
    where p.id = _id and p.created_at > now() - interval '1 day' and private.is_unsent(p.state, p.attempts, p.claimed_at)
      and (not p.for_office or exists (select from public.booking_events where id = p.id))
    returning * into push;
  if not found then return null; end if;
  if not push.for_office then
    return jsonb_build_object('crew_id', push.id, 'record', null, 'sequence', extract(epoch from push.created_at)::bigint);
  end if;
  return (
    select jsonb_build_object(
      'crew_id', null,
      'record', jsonb_build_object('id', b.id, 'preferred_date', b.preferred_date, 'preferred_time', b.preferred_time),
      'sequence', (select count(*) from public.booking_events before where before.booking_id = b.id and before.rev <= e.rev)
    ) from public.booking_events e join public.bookings b on b.id = e.booking_id where e.id = push.id
  );
end $$;
grant execute on function public.claim_crew_push(uuid) to service_role;

-- Stores the result of an attempt. `_done`: nothing remains to be sent. A day that changed meanwhile stays due.
create function public.finish_crew_push(_id uuid, _done boolean) returns void
language sql security definer set search_path = ''
as $$
  update private.crew_pushes set state = case when _done then 'sent' else 'failed' end where id = _id and state = 'sending';
$$;
grant execute on function public.finish_crew_push(uuid, boolean) to service_role;

-- A person's devices, as [{id, endpoint, p256dh, auth}].
create function public.crew_targets(_crew_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', push_id, 'endpoint', endpoint, 'p256dh', p256dh, 'auth', auth)), '[]')
  from private.crew_devices where crew_id = _crew_id and push_id is not null;
$$;
grant execute on function public.crew_targets(uuid) to service_role;

-- Forgets the subscriptions that have ended, according to the push service.
create function public.remove_crew_subscriptions(_ids uuid[]) returns void
language sql security definer set search_path = ''
as $$
  update private.crew_devices set push_id = null, endpoint = null, p256dh = null, auth = null where push_id = any(_ids);
$$;
grant execute on function public.remove_crew_subscriptions(uuid[]) to service_role;
-- Reminders: from four in the afternoon in London, customers are reminded of tomorrow's visit, by mail and by a notification. Each is
-- an event `reminded` of its booking, so that mails and notifications go as those of answers do, and a later answer replaces it.

-- True from four in the afternoon in London.
create function private.is_reminder_time(at timestamptz) returns boolean
language sql stable parallel safe set search_path = ''
as $$ select (at at time zone 'Europe/London')::time >= '16:00'; $$;

-- The bookings whose customers are to be reminded now: confirmed for tomorrow, and not confirmed or made within the last day, since
-- that mail says the same.
create function private.due_reminders() returns setof public.bookings
language sql stable set search_path = ''
as $$
  select b.* from public.bookings b, private.mail_settings s
  where s.reminders and private.is_reminder_time(now())
    and b.status = 'confirmed' and b.preferred_date = private.london_today() + 1
    and b.created_at < now() - interval '1 day'
    and not exists (
      select from public.booking_events e where e.booking_id = b.id and (
        (e.kind in ('confirmed', 'accepted', 'repeated') and e.created_at > now() - interval '1 day')
        or (e.kind = 'reminded' and e.day = b.preferred_date)
      )
    )
    and (
      (b.email is not null
        and not exists (select from private.suppressed_addresses a where a.address = private.address_hash(b.email)))
      or exists (select from private.request_devices d where d.booking_id = coalesce(b.series, b.id))
    );
$$;

-- Adds up to `at_most` due reminders, and returns their number. Their mails and notifications are sent with those of answers. Ends
-- the ones whose day has begun.
create function private.add_reminders(at_most int) returns int
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings;
  added int := 0;
begin
  if not exists (select from private.due_reminders())
    and not exists (
      select from public.booking_events e
      where e.kind = 'reminded' and e.day <= private.london_today() and e.day > private.london_today() - 3
        and (exists (select from private.receipts r where r.event_id = e.id and r.state in ('pending', 'failed'))
          or exists (select from private.event_pushes p where p.event_id = e.id and p.state in ('pending', 'failed')))
    ) then return 0; end if;
  perform pg_advisory_xact_lock(hashtext('private.revision'));
  update private.receipts r set state = 'none', reason = 'past' from public.booking_events e
    where e.id = r.event_id and e.kind = 'reminded' and e.day <= private.london_today() and r.state in ('pending', 'failed');
  update private.event_pushes p set state = 'none', reason = 'past' from public.booking_events e
    where e.id = p.event_id and e.kind = 'reminded' and e.day <= private.london_today() and p.state in ('pending', 'failed');
  for booking in select * from private.due_reminders() limit at_most loop
    perform private.add_event(booking, jsonb_populate_record(null::public.booking_events, jsonb_build_object(
      'id', gen_random_uuid(), 'booking_id', booking.id, 'actor', 'office', 'kind', 'reminded',
      'day', booking.preferred_date, 'time_slot', booking.preferred_time
    )), booking.status);
    added := added + 1;
  end loop;
  return added;
end $$;
-- Data protection, for the server's own key: the records of one person.

-- The stored pictures of reports, by name.
create function private.pictures_of(_events uuid[]) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(o.name order by o.name), '[]')
  from public.booking_events e cross join generate_series(1, e.pictures) as place
  join storage.objects o on o.bucket_id = 'jobs' and o.name = e.id || '/' || place
  where e.id = any(_events);
$$;

-- {bookings, job_applications, contact_messages, booking_events, pictures, alerts, receipts, suppressed_addresses, accounts,
-- push_devices, request_devices}: every row of an address, oldest first. `bookings` are without the people who go and the way in, of
-- which an export would be a further place; `booking_events` are without administrator and people; `pictures` are the names of files;
-- `accounts` are users who can sign in, without credentials; the devices have their push service, without keys.
create function public.person_records(address text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with
    wanted as (select lower(btrim(address)) as email),
    booked as (select t.* from public.bookings t, wanted w where lower(t.email) = w.email),
    answered as (select e.* from public.booking_events e join booked t on t.id = e.booking_id),
    applied as (select t.* from public.job_applications t, wanted w where lower(t.email) = w.email),
    written as (select t.* from public.contact_messages t, wanted w where lower(t.email) = w.email),
    account as (select u.* from auth.users u, wanted w where lower(u.email) = w.email)
  select jsonb_build_object(
    'bookings', (select coalesce(jsonb_agg(to_jsonb(t) - array['rev', 'crew', 'access', 'job'] order by t.created_at, t.id), '[]') from booked t),
    'job_applications', (select coalesce(jsonb_agg(to_jsonb(t) - 'rev' order by t.created_at, t.id), '[]') from applied t),
    'contact_messages', (select coalesce(jsonb_agg(to_jsonb(t) - 'rev' order by t.created_at, t.id), '[]') from written t),
    'booking_events', (
      select coalesce(jsonb_agg(to_jsonb(e) - array['rev', 'created_by', 'crew'] order by e.created_at, e.rev), '[]') from answered e
    ),
    'pictures', private.pictures_of(array(select id from answered)),
    'alerts', (
      select coalesce(jsonb_agg(to_jsonb(a) - 'rev' order by a.created_at, a.id), '[]') from public.alerts a
      where (a.kind, a.record_id) in (
        select 'booking', id from booked union all select 'job_application', id from applied union all select 'contact', id from written
      )
    ),
    'receipts', (
      select coalesce(jsonb_agg(to_jsonb(r) - 'address' || jsonb_build_object(
        'kind', coalesce(a.kind, 'booking'), 'record_id', coalesce(a.record_id, e.booking_id)
      ) order by r.created_at), '[]')
      from private.receipts r left join public.alerts a on a.id = r.alert_id left join public.booking_events e on e.id = r.event_id
      where r.address = private.address_hash(person_records.address)
    ),
    'suppressed_addresses', (
      select coalesce(jsonb_agg(jsonb_build_object('created_at', s.created_at)), '[]')
      from private.suppressed_addresses s where s.address = private.address_hash(person_records.address)
    ),
    'accounts', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', u.id, 'email', u.email, 'name', u.raw_user_meta_data ->> 'full_name',
        'created_at', u.created_at, 'last_sign_in_at', u.last_sign_in_at
      ) order by u.created_at), '[]')
      from account u
    ),
    'push_devices', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', d.id, 'name', d.name, 'push_service', split_part(d.endpoint, '/', 3), 'created_at', d.created_at
      ) order by d.created_at), '[]')
      from public.push_devices d join account u on u.id = d.user_id
    ),
    'request_devices', (
      select coalesce(jsonb_agg(jsonb_build_object('booking_id', d.booking_id, 'push_service', split_part(d.endpoint, '/', 3))), '[]')
      from private.request_devices d join booked t on t.id = d.booking_id
    )
  );
$$;
grant execute on function public.person_records(text) to service_role;

-- The last nine digits of a number, equal with +44, 0044, (0) or 0 before them; null for fewer. Digits after a letter
-- or # are an extension.
create function private.phone_ending(phone text) returns text
language sql immutable strict parallel safe set search_path = ''
as $$
  select case when length(digits) >= 9 then right(digits, 9) end
  from regexp_replace(regexp_replace(phone, '(?<=\d)\D*[A-Za-z#].*$', ''), '\D', '', 'g') as digits;
$$;

-- Other addresses, in lower case, that may be the same person's: [{email, match, bookings, job_applications,
-- contact_messages}], with the number of rows in each table. `match` is the strongest reason: the same `mailbox`,
-- `phone`, or `name`, which proves nothing.
create function public.similar_addresses(address text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with
    submitted as (
      select 'bookings' as target, lower(email) as email, name, phone from public.bookings
      union all select 'job_applications', lower(email), name, phone from public.job_applications
      union all select 'contact_messages', lower(email), name, null from public.contact_messages
    ),
    compared as (
      select target, email, private.mailbox(email) as mailbox, private.phone_ending(phone) as phone,
        lower(regexp_replace(name, '\s+', ' ', 'g')) as name
      from submitted
    ),
    own as (select * from compared where email = lower(btrim(address))),
    similar_rows as (
      select target, email, case
        when mailbox = private.mailbox(address) then 1
        when phone in (select phone from own where phone is not null) then 2
        when name in (select name from own) then 3
      end as strength
      from compared where email <> lower(btrim(address))
    ),
    similar_emails as (
      select email, min(strength) as strength from similar_rows group by email having min(strength) is not null
    )
  select coalesce(jsonb_agg(jsonb_build_object(
    'email', s.email, 'match', (array['mailbox', 'phone', 'name'])[s.strength],
    'bookings', (select count(*) from similar_rows r where r.email = s.email and r.target = 'bookings'),
    'job_applications', (select count(*) from similar_rows r where r.email = s.email and r.target = 'job_applications'),
    'contact_messages', (select count(*) from similar_rows r where r.email = s.email and r.target = 'contact_messages')
  ) order by s.strength, s.email), '[]')
  from similar_emails s;
$$;
grant execute on function public.similar_addresses(text) to service_role;

-- Deletes submissions with their alerts. Returns {bookings, job_applications, contact_messages, files, pictures}: the numbers of
-- deleted rows, and the names of their résumés and of the crew's pictures, for Storage to remove.
create function private.delete_submissions(_bookings uuid[], _applications uuid[], _messages uuid[]) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  booked bigint;
  written bigint;
  files jsonb;
  pictures jsonb := private.pictures_of(array(
    select e.id from public.booking_events e join public.bookings b on b.id = e.booking_id
    where e.pictures > 0 and (b.id = any(_bookings) or b.series = any(_bookings))
  ));
begin
  with gone as (delete from public.bookings where id = any(_bookings) returning id) select count(*) into booked from gone;
  with gone as (delete from public.contact_messages where id = any(_messages) returning id) select count(*) into written from gone;
  with gone as (delete from public.job_applications where id = any(_applications) returning resume_path)
    select coalesce(jsonb_agg(resume_path order by resume_path), '[]') into files from gone;
  return jsonb_build_object(
    'bookings', booked, 'job_applications', jsonb_array_length(files), 'contact_messages', written, 'files', files,
    'pictures', pictures
  );
end $$;

-- Deletes the submissions of an address. Accounts stay: they belong to staff.
create function public.erase_person(address text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  wanted text := lower(btrim(address));
begin
  -- Take the writers' lock before the search: a concurrent insertion is found, or commits after the deletion.
  perform pg_advisory_xact_lock(hashtext('private.revision'));
  return private.delete_submissions(
    array(select id from public.bookings where lower(email) = wanted),
    array(select id from public.job_applications where lower(email) = wanted),
    array(select id from public.contact_messages where lower(email) = wanted)
  );
end $$;
grant execute on function public.erase_person(text) to service_role;
-- How long submissions are kept, in whole months; null, the default, keeps them for good. The schedule deletes older rows;
-- `npm run retention` lists them first.
create table private.retention (
  target text primary key check (target in ('bookings', 'job_applications', 'contact_messages')),
  months int check (months between 1 and 600),
  -- The time of the last deletion of due rows; null before the first.
  last_run timestamptz
);
alter table private.retention enable row level security;
insert into private.retention (target) values ('bookings'), ('job_applications'), ('contact_messages');

-- The due rows of a table. A booking ages from its day, because it may be made long before; the first one of a series, whose
-- deletion would delete all visits, from the last visit.
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

-- Counts up to ten errors of one page, for a known release, or for any until the first is noted. Anyone may call it, so a
-- day has at most 200 rows and 5,000 errors, and a sender its share of both; more are dropped. Staff read an alarm when
-- half is used. Counts are kept for 30 days.
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
grant execute on function private.count_browser_errors(text, jsonb) to anon, authenticated;

create function public.count_browser_errors(_release text, _errors jsonb) returns void
language sql volatile security invoker set search_path = ''
as $$
  select private.count_browser_errors(_release, _errors);
$$;
grant execute on function public.count_browser_errors(text, jsonb) to anon, authenticated;
-- The scheduled jobs, if the database has a scheduler: pg_cron, and pg_net to call a function, as Supabase documents
-- it. The embedded backend runs the same jobs in its process.

-- The hourly job: forgets senders, the devices of bookings whose day has passed, ways in and codes of the crew that are over, and the
-- crew's devices that were not seen for 60 days. The bookings, then files, then hits, as an application locks them.
create function private.forget_addresses() returns void
language sql security definer set search_path = ''
as $$
  select private.empty_access();
  delete from private.crew_codes where expires_at <= now();
  delete from private.crew_devices where seen_at <= now() - interval '60 days';
  delete from private.crew_pushes where created_at <= now() - interval '1 day';
  update private.unclaimed_resumes set client = null, site = null
    where client is not null and (stored_at <= now() - private.hit_age() or stored_at > now() + interval '1 minute');
  delete from private.request_devices d using public.bookings b
    where b.id = d.booking_id and not private.is_ahead(b.id, b.preferred_date);
  select private.forget_hits();
$$;

-- Calls the function that removes unclaimed résumés and old pictures of jobs, if some are due. Every five minutes, because files that make room for
-- others take space until then. The vault holds the project's address, which differs from project to project; the call
-- needs no key.
create function private.ask_to_remove_unclaimed_resumes() returns void
language plpgsql set search_path = ''
as $$
declare
  project_url text := (select decrypted_secret from vault.decrypted_secrets where name = 'project_url');
begin
  if public.unclaimed_resumes() = '[]' and public.expired_pictures() = '[]' then return; end if;
  if project_url is null then
    raise exception 'The vault has no secret named project_url.' using
      hint = 'Store it once: select vault.create_secret(''https://<project>.supabase.co'', ''project_url'');';
  end if;
  perform net.http_post(url := project_url || '/functions/v1/remove-unclaimed-resumes', body := '{}'::jsonb);
end $$;

-- Adds the due reminders, and asks send-form-email to send the due alerts. The call needs no key: the function sends stored records, and each only once.
-- Each round notes itself and calls the function as a watcher does: see checkHeartbeat.
create function private.ask_to_send_alerts() returns void
language plpgsql set search_path = ''
as $$
declare
  project_url text := (select decrypted_secret from vault.decrypted_secrets where name = 'project_url');
  due jsonb;
begin
  if project_url is null then
    raise exception 'The vault has no secret named project_url.' using
      hint = 'Store it once: select vault.create_secret(''https://<project>.supabase.co'', ''project_url'');';
  end if;
  perform private.note_run('send-alerts');
  perform net.http_get(url := project_url || '/functions/v1/send-form-email', params := '{"by": "schedule"}'::jsonb, timeout_milliseconds := 30000);
  perform private.add_reminders(50);
  due := public.due_alerts(20);
  -- The function waits 20 seconds for the mail provider.
  perform net.http_post(url := project_url || '/functions/v1/send-form-email', body := asked, timeout_milliseconds := 30000)
    from jsonb_array_elements(due) as asked;
end $$;

-- Schedules the jobs; may be repeated. False without pg_cron. Without pg_net another scheduler must call the functions.
create function private.schedule_jobs() returns boolean
language plpgsql set search_path = ''
as $$
begin
  if to_regnamespace('cron') is null then return false; end if;
  perform cron.schedule('forget-addresses', '7 * * * *', 'select private.forget_addresses()');
  perform cron.schedule('remove-expired', '27 * * * *', 'select public.remove_expired(200)');
  perform cron.schedule('make-visits', '3,23,43 * * * *', 'select private.make_due_visits(20)');
  if to_regnamespace('net') is not null then
    perform cron.schedule('remove-unclaimed-resumes', '*/5 * * * *', 'select private.ask_to_remove_unclaimed_resumes()');
    perform cron.schedule('send-alerts', '*/5 * * * *', 'select private.ask_to_send_alerts()');
  end if;
  return true;
end $$;

do $$
declare
  wanted record;
begin
  for wanted in select * from (values ('pg_cron', 'pg_catalog'), ('pg_net', 'extensions')) as listed (extension, in_schema) loop
    if exists (select from pg_available_extensions where name = wanted.extension) then
      begin
        execute format('create extension if not exists %I with schema %I', wanted.extension, wanted.in_schema);
      exception when others then
        -- The extension is installed, but not loaded into this server or not allowed in this database.
        raise warning 'Not all hourly work is scheduled: %', sqlerrm;
      end;
    end if;
  end loop;
end $$;
select private.schedule_jobs();
-- Lines of `npm run deploy:check` that the owner knows about: they do not fail it until the day is over. A failure after `at` counts.
create table private.known_lines (
  line text primary key,
  until date not null,
  at timestamptz not null default now()
);
alter table private.known_lines enable row level security;

-- Stores that the owner knows of a line, from now on; null as the day takes it back.
create function public.set_known(_line text, _until date) returns void
language sql security definer set search_path = ''
as $$
  delete from private.known_lines where line = _line or until < private.london_today();
  insert into private.known_lines (line, until) select _line, _until where _until is not null;
$$;
grant execute on function public.set_known(text, date) to service_role;

-- The age of a job's last run in seconds; null before the first.
create function private.seconds_since(_job text) returns bigint
language sql stable set search_path = ''
as $$
  select extract(epoch from now() - at)::bigint from private.last_runs where job = _job;
$$;

-- The state of the database for `npm run deploy:check`, for the server's own key. No person's address, no secret.
-- migrations: the applied versions; null if they are not recorded. migration_texts: a hash of each recorded text, by version,
-- without the whitespace and semicolons at which the official CLI parts it.
-- administrators: how many can sign in. accounts: how many there are, with the role or without.
-- revision: the last one handed out, and the greatest one of a row.
-- sender: the network that the flood guard counts for this request, and the addresses that proxies reported. loopback: whether
-- it exempts requests from the server's own machine.
-- jobs: the names of the scheduled jobs; null without a scheduler. visits: {series, last_run}: the series that run, and the time
-- at which their visits were last made. project_url: whether the vault holds this address.
-- read_only: whether the database takes no writes by default. heartbeat: the seconds since the last round of send-alerts (`cron`), since
-- the function noted its call (`schedule`), and since it noted a watcher's (`watcher`); each null before the first.
-- is_restored: whether the epoch began on another server: see private.server_identity.
-- alerts: the time of the last mail; the alerts that failed or are an hour late, those of them that are not tried any more, and the
-- time of the last such failure.
-- mails: how many mails went in the last day to office and customers, and how many the provider sends; null while unknown.
-- alarms: the targets of the alarms of the last 30 days, and the time of the last one. last_backup: the time of the last `npm run backup`.
-- known: {line: {until, at}}.
create function public.deploy_state(_project_url text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  settings private.flood_settings;
  headers json := nullif(current_setting('request.headers', true), '')::json;
  hops text[];
  migrations jsonb;
  migration_texts jsonb;
  jobs jsonb;
  project_url boolean;
  listed text;
  top bigint;
  greatest_rev bigint := 0;
begin
  if to_regclass('supabase_migrations.schema_migrations') is not null then
    execute 'select coalesce(jsonb_agg(version order by version), ''[]''),
        jsonb_object_agg(version, md5(regexp_replace(array_to_string(statements, ''''), ''[ \t\r\n;]'', '''', ''g'')))
          filter (where statements is not null)
      from supabase_migrations.schema_migrations' into migrations, migration_texts;
  end if;
  if to_regclass('cron.job') is not null then
    execute 'select coalesce(jsonb_agg(jobname order by jobname), ''[]'') from cron.job' into jobs;
  end if;
  if to_regclass('vault.decrypted_secrets') is not null then
    execute 'select exists (select from vault.decrypted_secrets where name = ''project_url'' and decrypted_secret = $1)'
      into project_url using _project_url;
  end if;
  for listed in select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'rev' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' loop
    execute format('select max(rev) from public.%I', listed) into top;
    greatest_rev := greatest(greatest_rev, top);
  end loop;
  select * into settings from private.flood_settings;
  hops := string_to_array(headers ->> settings.client_ip_header, ',');
  return jsonb_build_object(
    'migrations', migrations,
    'migration_texts', migration_texts,
    'administrators', (
      select count(*) from private.user_roles r join auth.users u on u.id = r.user_id
      where r.role = 'admin' and u.email is not null and u.email_confirmed_at is not null
    ),
    'without_factor', (
      select count(*) from private.user_roles r join auth.users u on u.id = r.user_id
      where r.role = 'admin' and u.email is not null and u.email_confirmed_at is not null
        and not exists (select from auth.mfa_factors f where f.user_id = u.id and f.status = 'verified')
    ),
    'accounts', (select count(*) from auth.users),
    'epoch', (select epoch from private.sync_epoch),
    'is_restored', (select server <> private.server_identity() from private.sync_epoch),
    'revision', jsonb_build_object('last', (select last_value from private.revision), 'greatest', greatest_rev),
    'sender', jsonb_build_object(
      'counted', host(private.network_of(hops[cardinality(hops) - settings.trusted_proxy_hops + 1])),
      'forwarded_for', (
        select coalesce(jsonb_agg(host(private.network_of(hop)) order by place), '[]')
        -- The embedded backend replaces the usual header by one address, and keeps the original beside it.
        from unnest(string_to_array(coalesce(headers ->> 'x-received-forwarded-for', headers ->> 'x-forwarded-for'), ','))
          with ordinality as received (hop, place)
      ),
      'loopback', settings.loopback,
      'cf_connecting_ip', host(private.network_of(headers ->> 'cf-connecting-ip'))
    ),
    'jobs', jobs,
    'visits', jsonb_build_object(
      'series', (
        select count(*) from (select distinct booking_id from public.booking_events where kind = 'repeated') as first
        where private.is_running(booking_id)
      ),
      'last_run', (select at from private.last_runs where job = 'make-visits')
    ),
    'project_url', project_url,
    'read_only', current_setting('default_transaction_read_only')::boolean,
    'heartbeat', jsonb_build_object(
      'cron', private.seconds_since('send-alerts'),
      'schedule', private.seconds_since('answer-schedule'),
      'watcher', private.seconds_since('answer-watcher')
    ),
    'alerts', (
      select jsonb_build_object(
        'last_sent', (select max(sent_at) from public.alerts),
        'unsent', count(*),
        'given_up', count(*) filter (where bounced_at is not null or created_at <= now() - interval '2 days'),
        'latest', max(greatest(created_at, claimed_at, bounced_at))
      )
      from public.alerts where state <> 'sent' and (state = 'failed' or created_at <= now() - interval '1 hour')
    ),
    'mails', jsonb_build_object(
      'used', (
        select count(*) from public.alerts where sent_at > now() - interval '1 day'
      ) * coalesce((select mailboxes from private.mail_settings), 1) + (
        select count(*) from private.receipts where state in ('sent', 'bounced') and created_at > now() - interval '1 day'
      ),
      'limit', (select daily_limit from private.mail_settings)
    ),
    'alarms', (
      select jsonb_build_object('targets', coalesce(jsonb_agg(distinct target order by target), '[]'), 'latest', max(created_at))
      from public.flood_alarms where created_at > now() - interval '30 days'
    ),
    'last_backup', (select at from private.last_runs where job = 'backup'),
    'known', (
      select coalesce(jsonb_object_agg(line, jsonb_build_object('until', until, 'at', at)), '{}')
      from private.known_lines where until >= private.london_today()
    )
  );
end $$;
grant execute on function public.deploy_state(text) to service_role;

-- The mails about answers since a time that are due for more than an hour. Those that a setting or the own share of an
-- address withholds are not late.
create function private.late_answers(_since timestamptz) returns setof private.receipts
language sql stable set search_path = ''
as $$
  select r.* from private.receipts r join public.booking_events e on e.id = r.event_id
  where r.state in ('pending', 'sending', 'failed') and coalesce(r.reason, '') not in ('off', 'share')
    and e.created_at between _since and now() - interval '1 hour'
    and not exists (select from public.booking_events later
      where later.booking_id = e.booking_id and later.rev > e.rev and not private.is_internal(later.kind));
$$;

-- For `npm run deploy:check`, the mails to customers: {sent, bounced} of the last two days; {failed, late, latest} of all, with the
-- time of the last failure. A mail whose address the provider refused is no failure.
create function public.receipt_counts() returns jsonb
language sql stable security definer set search_path = ''
as $$
  with failed as (select * from private.receipts where state = 'failed' and reason is distinct from 'refused'),
    late as (select * from private.late_answers('-infinity') where reason is distinct from 'refused')
  select jsonb_build_object(
    'sent', count(*) filter (where state = 'sent'), 'bounced', count(*) filter (where state = 'bounced'),
    'failed', (select count(*) from failed), 'late', (select count(*) from late),
    'latest', (select max(greatest(created_at, claimed_at)) from (select * from failed union all select * from late) as both_kinds)
  ) from private.receipts where created_at > now() - interval '2 days';
$$;
grant execute on function public.receipt_counts() to service_role;

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

-- For the watcher from outside and the schedule's call, for the server's own key: notes the call, and counts the alerts of the last two
-- days, and the mails about answers, that are older than an hour and not sent. Fails while the database is read-only, as hosted Supabase
-- makes it when its disk is full; the API's transactions are READ WRITE all the same, so the write alone would not fail.
create function public.late_alerts(_caller text default 'watcher') returns bigint
language plpgsql security definer set search_path = ''
as $$
begin
  if current_setting('default_transaction_read_only')::boolean then
    raise read_only_sql_transaction using message = 'The database is read-only.';
  end if;
  perform private.note_run(case _caller when 'schedule' then 'answer-schedule' else 'answer-watcher' end);
  return (select count(*) from private.late_answers(now() - interval '2 days')) + (
    select count(*) from public.alerts
    where state <> 'sent' and created_at between now() - interval '2 days' and now() - interval '1 hour'
  );
end $$;
grant execute on function public.late_alerts(text) to service_role;

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
    from public.bookings where series is null and created_at > now() - interval '1 year'
  ) as recent;
$$;
grant execute on function public.booking_pauses() to service_role;
