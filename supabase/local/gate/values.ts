import { z } from 'zod';

/** The messages below are PostgreSQL's SQLSTATE codes for the faults. */
const WRONG_TYPE = { error: '22P02' };

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const TIMESTAMP = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}(:?\d{2})?)?$/;

/** Text that UTF-8 and PostgreSQL can store, at most `most` UTF-16 units long. */
export const text = (most: number) =>
  z
    .string(WRONG_TYPE)
    .max(most, { error: '22001' })
    .refine((value) => value.isWellFormed() && !value.includes('\u0000'), { error: '22021' });

/** An integer from `least` to `most`, written in decimal digits. */
export const digits = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/)
    .refine((value) => Number(value) >= least && Number(value) <= most);

export const uuid = z.string(WRONG_TYPE).regex(UUID, WRONG_TYPE);

const TYPES: Readonly<Record<string, z.ZodType>> = {
  uuid,
  text: text(20_000),
  date: z.string(WRONG_TYPE).regex(DATE, { error: '22007' }),
  timestamptz: z.string(WRONG_TYPE).regex(TIMESTAMP, { error: '22007' }),
  int4: z.int32(WRONG_TYPE),
  int8: z.int(WRONG_TYPE),
  bool: z.boolean(WRONG_TYPE),
  _text: z.array(text(20_000), WRONG_TYPE).max(100, WRONG_TYPE),
  _uuid: z.array(uuid, WRONG_TYPE).max(1000, WRONG_TYPE),
};

/** A JSON object with any of these names; each value has its PostgreSQL type or is null. */
export function record(types: ReadonlyMap<string, string>) {
  const shape = [...types].map(([name, type]) => {
    const value = TYPES[type];
    if (value === undefined)
      throw new Error(`The gate checks no values of the PostgreSQL type ${type}: add it to TYPES.`);
    return [name, value.nullable().optional()] as const;
  });
  return z.strictObject(Object.fromEntries(shape), { error: 'PGRST102' });
}

const unique = (names: readonly string[]) => new Set(names).size === names.length;

/** A list of some of these columns, without repeats. */
export const columnList = (columns: readonly string[]) =>
  z.string().refine((value) => {
    const names = value.split(',').map((name) => name.replace(/^"(.*)"$/, '$1'));
    return unique(names) && names.every((name) => columns.includes(name));
  });

/** Up to three of these columns, each with an optional direction. */
export const ordering = (columns: readonly string[]) =>
  z.string().refine((value) => {
    const parts = value.split(',').map((part) => part.split('.'));
    const isPart = ([name = '', direction = 'asc', ...more]: string[]) =>
      columns.includes(name) && /^(asc|desc)$/.test(direction) && more.length === 0;
    return parts.length <= 3 && parts.every(isPart);
  });

/** One id, `eq.<id>`, or up to a thousand, `in.(<id>,<id>)`. */
export const idFilter = z.string().refine((value) => {
  const [, one] = /^eq\.(.+)$/.exec(value) ?? [];
  const [, list] = /^in\.\((.+)\)$/.exec(value) ?? [];
  const ids = one === undefined ? (list ?? '').split(',') : [one];
  return ids.length <= 1000 && ids.every((id) => UUID.test(id));
});

/** Whether Storage accepts the name. The product's names have at most 200 characters. */
export const isFileName = (name: string): boolean => /^[\w/!\-.*'() &$@=;:+,?]{1,200}$/.test(name);
