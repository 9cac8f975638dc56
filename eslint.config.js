import importX from 'eslint-plugin-import-x';
import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';
import textInElements from './build/lint/text-in-elements.js';

/** Who may import whom: always downward. Each zone's `target` may not import from `from`, but for its exceptions. */
const PORTS = ['backend', 'admin-backend', 'crew-backend'].map(
  (name) => `./core/server/${name}.ts`,
);
const OUTBOX = ['./core/domain', './core/locks', './core/store', './core/outbox', ...PORTS];
/** The files of mutations, which never import each other. */
const MUTATIONS = [
  'addition',
  'booking',
  'booking-setting',
  'crew-report',
  'customer-answer',
  'deletion',
  'job-application',
  'message',
  'office-answer',
  'withdrawal',
];
const zones = [
  zone('./src/core/domain', './src', ['./core/domain']),
  zone('./src/core/store', './src', ['./core/domain', './core/store']),
  zone('./src/core/server', './src', ['./core/domain', './core/server']),
  zone('./src/core/locks', './src', ['./core/locks', ...PORTS]),
  zone('./src/core/outbox', './src', OUTBOX),
  zone('./src/core/mutations', './src', [...OUTBOX, './core/mutations']),
  ...MUTATIONS.map((name) =>
    zone(
      `./src/core/mutations/${name}.ts`,
      './src/core/mutations',
      ['submission', 'visitor-mutation', 'admin-mutation', 'pending-change', 'row-removal'].map(
        (shared) => `./${shared}.ts`,
      ),
    ),
  ),
  zone('./src/core/waiting', './src', [...OUTBOX, './core/mutations', './core/waiting']),
  zone('./src/core/replica', './src', [...OUTBOX, './core/replica']),
  zone('./src/core/pictures', './src', ['./core/domain', './core/pictures']),
  zone('./src/runtime', './src', ['./core', './runtime']),
  zone('./src/runtime/database.ts', './src/runtime', ['./database.ts', './listeners.ts']),
  zone('./src/runtime/!(auth)', './src/runtime/auth'),
  zone('./src/ui', './src', ['./ui', './core/locks']),
  zone('./src/site', './src', ['./core', './runtime', './ui', './site']),
  zone('./src/portal', './src', ['./core', './runtime', './ui', './portal']),
  zone('./src/portal/booking', './src/portal/bookings'),
  zone('./src/portal/sync', './src/portal', ['./sync']),
  zone('./src/crew', './src', ['./core', './runtime', './ui', './crew']),
  zone('./sw', './src', ['./core']),
  zone('./src', './supabase'),
  zone('./src', './tests'),
  zone('./src', './sw'),
  zone('./supabase/local', './supabase/commands'),
  zone('./supabase/functions', '.', ['./supabase/functions', './node_modules']),
];

function zone(target, from, except = []) {
  return {
    target,
    from,
    except,
    message: 'This import points upward or sideways: see CONTRIBUTING.md, "Who may import whom".',
  };
}

/** Packages that belong to one room alone. */
const onlyIn = (...packages) => [
  'error',
  { patterns: packages.map((group) => ({ group: [group, `${group}/*`] })) },
];

export default tseslint.config(
  {
    ignores: ['dist/', '.cache/', '.data/', 'test-results/', 'src/core/server/database.types.ts'],
  },
  ...tseslint.configs.strict,
  {
    files: ['**/*.{ts,tsx}'],
    plugins: { 'import-x': importX },
    settings: {
      'import-x/resolver-next': [createTypeScriptImportResolver({ project: 'tsconfig.json' })],
    },
    rules: {
      'import-x/no-restricted-paths': ['error', { zones }],
      'import-x/no-default-export': 'off',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-invalid-void-type': 'off',
      'no-console': ['error', { allow: ['warn', 'error'] }],
      'no-restricted-properties': [
        'error',
        {
          property: 'onLine',
          message:
            'navigator.onLine proves nothing, in either direction: send the request and read its answer (docs/outbox.md).',
        },
      ],
    },
  },
  {
    files: ['src/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': reactHooks },
    rules: reactHooks.configs.recommended.rules,
  },
  {
    files: ['src/**/*.tsx'],
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    plugins: { local: { rules: { 'text-in-elements': textInElements } } },
    rules: { 'local/text-in-elements': 'error' },
  },
  {
    files: ['src/core/domain/**/*.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        { patterns: [{ regex: '^(?!\\.|zod)', message: 'The domain needs zod alone.' }] },
      ],
    },
  },
  {
    files: ['src/core/**/*.ts'],
    ignores: ['src/core/domain/**', 'src/core/server/**'],
    rules: { 'no-restricted-imports': onlyIn('react', '@supabase') },
  },
  {
    files: ['src/{site,portal,crew,app,ui}/**/*.{ts,tsx}'],
    rules: { 'no-restricted-imports': onlyIn('dexie', 'dexie-react-hooks', '@supabase') },
  },
  {
    files: ['src/**/*.{ts,tsx}'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: 'NewExpression[callee.object.name="Intl"]:not(:function *)',
          message:
            "A page's first use of Intl holds it up for 50 ms: make the format when it is first used, not when the module is loaded.",
        },
        {
          selector: 'MemberExpression[property.name="randomUUID"]',
          message: 'It is missing on plain http and in older browsers: use mintId().',
        },
        {
          selector:
            'JSXExpressionContainer[expression.type=/^(Conditional|Logical|Call)Expression$/] ~ JSXText[value=/[^\\s]/]',
          message:
            'This text stands behind something that comes and goes: React would insert that before a text node which a translator has replaced. Put the text in an element of its own.',
        },
        {
          selector: 'JSXFragment > JSXText[value=/[^\\s]/]',
          message:
            'A text directly in a fragment is removed with it: React would remove a text node that a translator has replaced. Put it in an element of its own.',
        },
      ],
    },
  },
  {
    // An ambient module can't import by a relative name in any other way.
    files: ['**/*.d.ts'],
    rules: {
      '@typescript-eslint/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
    },
  },
  { files: ['supabase/**/*.ts', 'tests/**/*.ts'], rules: { 'no-console': 'off' } },
);
