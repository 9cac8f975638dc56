/** Reads one variable of the function's environment. */
type ReadVariable = (name: string) => string | undefined;

/**
 * The rule that a value breaks, as the end of a sentence that begins with the variable's name; null
 * for a valid value.
 */
type FindFault = (value: string) => string | null;

/** The project's URL and the key that bypasses row-level security. */
export interface ProjectAccess {
  url: string;
  secretKey: string;
}

type Found = { key: string } | { problem: string };

const KEYS = 'SUPABASE_SECRET_KEYS';
const OLD_KEY = 'SUPABASE_SERVICE_ROLE_KEY';

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/**
 * One of the named secret keys: `default`, or another where that one was replaced; all have the
 * same rights. A project without named keys has the old service role key.
 */
function findSecretKey(read: ReadVariable): Found {
  const named = read(KEYS);
  const old = read(OLD_KEY);
  const missing: Found = old
    ? { key: old }
    : { problem: `${KEYS} is missing: make a secret key in the project's settings.` };
  if (!named) return missing;
  const keys = parse(named);
  const malformed: Found = {
    problem: `${KEYS} is malformed: it must be JSON like {"default":"sb_secret_..."}.`,
  };
  if (typeof keys !== 'object' || keys === null || Array.isArray(keys)) return malformed;
  const key: unknown = 'default' in keys ? keys.default : Object.values(keys)[0];
  if (key === undefined) return missing;
  return typeof key === 'string' && key !== '' ? { key } : malformed;
}

/**
 * Reads a function's settings once, at boot: the platform's project settings, and the secrets in
 * `names`, each checked by its rule in `rules`. Throws one error that lists every missing or
 * malformed variable, without values.
 */
export function readEnvironment<Name extends string>(
  read: ReadVariable,
  names: readonly Name[],
  rules: Partial<Record<Name, FindFault>> = {},
): ProjectAccess & Record<Name, string> {
  const required = ['SUPABASE_URL', ...names];
  const found = findSecretKey(read);
  const faultOf = (name: Name): string[] => {
    const value = read(name);
    const fault = value ? rules[name]?.(value) : null;
    return fault ? [`${name} ${fault}.`] : [];
  };
  const problems = [
    ...required.filter((name) => !read(name)).map((name) => `${name} is missing.`),
    ...names.flatMap(faultOf),
    ...('problem' in found ? [found.problem] : []),
  ];
  if (problems.length > 0)
    throw new Error(
      ['The function cannot start:', ...problems.map((problem) => `- ${problem}`)].join('\n'),
    );
  const values = Object.fromEntries(names.map((name) => [name, read(name) ?? ''])) as Record<
    Name,
    string
  >;
  return { ...values, url: read('SUPABASE_URL') ?? '', secretKey: 'key' in found ? found.key : '' };
}
