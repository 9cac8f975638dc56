-- The rules for texts, with the same verdicts as the forms' schemas: the database never refuses a text that a form accepts.
-- Lengths are in code points.

-- Trims the white space that JavaScript's trim() trims, which is more than btrim knows.
create function private.trimmed(value text) returns text
language sql immutable strict parallel safe set search_path = ''
as $$
  select btrim(value, U&'\0009\000A\000B\000C\000D\0020\00A0\1680\2000\2001\2002\2003\2004\2005\2006\2007\2008\2009\200A\2028\2029\202F\205F\3000\FEFF');
$$;

-- One line: no control characters (they could forge a header of an e-mail), no line breaks, and no bidirectional embeddings,
-- overrides or isolates. The marks U+200E, U+200F and U+061C stay allowed: texts in Arabic or Hebrew need them.
create function private.is_line(value text, shortest int, longest int) returns boolean
language sql immutable strict parallel safe set search_path = ''
as $$
  select char_length(value) between shortest and longest
    and value !~ '[\u0001-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]';
$$;

-- Several lines: the same, but tabs and line breaks are allowed.
create function private.is_paragraphs(value text, shortest int, longest int) returns boolean
language sql immutable strict parallel safe set search_path = ''
as $$
  select char_length(value) between shortest and longest
    and value !~ '[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]';
$$;

create function private.is_email(value text) returns boolean
language sql immutable strict parallel safe set search_path = ''
as $$
  select private.is_line(value, 1, 255)
    and value ~ '^[A-Za-z0-9_''+-]+(\.[A-Za-z0-9_''+-]+)*@([A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?\.)+[A-Za-z]{2,}$';
$$;

-- A flat list of lines, none of them blank.
create function private.are_lines(list text[], most int, longest int) returns boolean
language sql immutable strict parallel safe set search_path = ''
as $$
  select cardinality(list) <= most and coalesce(array_ndims(list), 1) = 1
    and not exists (select from unnest(list) as line where private.is_line(private.trimmed(line), 1, longest) is not true);
$$;

-- Trims the columns that the trigger names, before the checks, and turns an empty text into null.
create function private.trim_texts() returns trigger
language plpgsql set search_path = ''
as $$
declare
  given jsonb := to_jsonb(new);
begin
  return jsonb_populate_record(new, (
    select jsonb_object_agg(field, nullif(private.trimmed(given ->> field), '')) from unnest(tg_argv) as field
  ));
end $$;

-- A check runs with the privileges of the role that inserts.
grant execute on function
  private.trimmed(text),
  private.is_line(text, int, int),
  private.is_paragraphs(text, int, int),
  private.is_email(text),
  private.are_lines(text[], int, int)
to anon, authenticated, service_role;
