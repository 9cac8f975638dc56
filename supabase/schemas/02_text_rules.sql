-- The rules for texts. The forms clean a text first (core/domain/text.ts), so that the database accepts every text that
-- a form sends, and refuses characters that the form would have removed.
-- Lengths are in code points.

-- Trims the same white space as JavaScript's trim(); btrim knows less.
create function private.trimmed(value text) returns text
language sql immutable strict parallel safe set search_path = ''
as $$
  select btrim(value, U&'\0009\000A\000B\000C\000D\0020\00A0\1680\2000\2001\2002\2003\2004\2005\2006\2007\2008\2009\200A\2028\2029\202F\205F\3000\FEFF');
$$;

-- One line: no control characters (they could forge an e-mail header), no line breaks, no bidirectional embeddings,
-- overrides or isolates, no invisible characters, and no joiner that does not follow a letter it can shape. The marks
-- U+200E, U+200F and U+061C stay allowed, because Arabic and Hebrew texts need them.
create function private.is_line(value text, shortest int, longest int) returns boolean
language sql immutable strict parallel safe set search_path = ''
as $$
  select char_length(value) between shortest and longest
    and value !~ '[\u0001-\u001f\u007f-\u009f\u00ad\u200b\u2028-\u202e\u2060-\u2069\ufeff]|(^|[\u0001-\u024f])[\u200c\u200d]';
$$;

-- Several lines that end with U+000A: no control characters but tabs, and no characters that reorder the text.
create function private.is_paragraphs(value text, shortest int, longest int, most_lines int) returns boolean
language sql immutable strict parallel safe set search_path = ''
as $$
  select char_length(value) between shortest and longest
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
  private.is_line(text, int, int),
  private.is_paragraphs(text, int, int, int),
  private.is_email(text),
  private.are_lines(text[], int, int)
to anon, authenticated, service_role;
