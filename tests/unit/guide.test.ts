import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

/** The files that name a page of docs in a message or a comment. */
const files = ['src', 'supabase', 'build', '.github', 'tests/runner', 'docs'].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|tsx|mjs|sql|toml|yml|md)$/.test(entry.name))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name))),
);

test('every heading of the documents that a message or a comment names exists', () => {
  const named = files.flatMap((file) =>
    [...read(file).matchAll(/docs\/(\w+\.md), "([^"]+)"/g)].map(([, page = '', heading = '']) => ({
      file,
      page,
      heading,
    })),
  );
  expect(named.length).toBeGreaterThan(3);
  for (const { file, page, heading } of named) {
    const headings = [...read(`docs/${page}`).matchAll(/^## (?:\d\. )?(.*)$/gm)].map(
      ([, text]) => text,
    );
    expect(headings, `${file} names docs/${page}`).toContain(heading);
  }
});

test('every printed command deploys functions without Docker', () => {
  const commands = files.flatMap((file) =>
    [...read(file).matchAll(/npx (?:--no-install )?supabase functions deploy[^`#\n]*/g)].map(
      ([command]) => `${file}: ${command}`,
    ),
  );
  expect(commands.length).toBeGreaterThan(5);
  for (const command of commands) expect(command).toContain('--use-api');
});
