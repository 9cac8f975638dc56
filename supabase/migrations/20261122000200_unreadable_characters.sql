-- What nobody can see and what makes a text read as another one is refused in every text: C1 controls, and the bidirectional
-- embeddings, overrides and isolates, which turn everything around until they are ended. The marks U+200E, U+200F and U+061C
-- stay allowed: they move no letter, and texts in Arabic or Hebrew need them.

-- First the rows that are there. A check reads its whole row at every update and at every restore of a dump, so one old
-- character would keep a position from being deleted, or a backup from being read.
create function pg_temp.readable(value text, shortest int) returns text
language sql
as $$
  -- A text that would become too short keeps its length: the sign for an unreadable character stands in.
  select case
    when char_length(private.trimmed(rest)) >= shortest then rest
    else regexp_replace(value, '[\u0080-\u009f\u202a-\u202e\u2066-\u2069]', U&'\FFFD', 'g')
  end
  from regexp_replace(value, '[\u0080-\u009f\u202a-\u202e\u2066-\u2069]', '', 'g') as rest;
$$;

do $$
declare
  texts record;
begin
  for texts in
    select * from (values
      ('bookings', 'name', 2), ('bookings', 'phone', 10), ('bookings', 'address', 5), ('bookings', 'notes', 1),
      ('job_applications', 'name', 2), ('job_applications', 'phone', 10), ('job_applications', 'cover_letter', 1),
      ('contact_messages', 'name', 2), ('contact_messages', 'subject', 5), ('contact_messages', 'message', 10),
      ('careers', 'title', 1), ('careers', 'location', 1), ('careers', 'type', 1), ('careers', 'description', 1),
      ('gallery_images', 'alt', 1),
      ('testimonials', 'name', 1), ('testimonials', 'role', 1), ('testimonials', 'quote', 20)
    ) as listed (in_table, in_column, shortest)
  loop
    execute format(
      'update public.%1$I set %2$I = pg_temp.readable(%2$I, %3$L) where %2$I ~ %4$L',
      texts.in_table, texts.in_column, texts.shortest, '[\u0080-\u009f\u202a-\u202e\u2066-\u2069]'
    );
  end loop;
  update public.careers
    set requirements = array(select pg_temp.readable(line, 1) from unnest(requirements) with ordinality as listed (line, place) order by place)
    where array_to_string(requirements, '') ~ '[\u0080-\u009f\u202a-\u202e\u2066-\u2069]';
end $$;
drop function pg_temp.readable(text, int);

-- One line: no control characters, which could forge a header of an e-mail, no line breaks, nothing that reorders.
create or replace function private.is_line(value text, shortest int, longest int) returns boolean
language sql immutable strict parallel safe set search_path = ''
as $$
  select char_length(value) between shortest and longest
    and value !~ '[\u0001-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]';
$$;

-- Several lines: tabs and line breaks are the only control characters.
create or replace function private.is_paragraphs(value text, shortest int, longest int) returns boolean
language sql immutable strict parallel safe set search_path = ''
as $$
  select char_length(value) between shortest and longest
    and value !~ '[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]';
$$;
