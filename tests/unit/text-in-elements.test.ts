import path from 'node:path';
import { ESLint } from 'eslint';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const eslint = new ESLint({ cwd: root });

/** The messages of the project's own configuration for a component that returns some JSX. */
async function messagesOf(jsx: string): Promise<string[]> {
  const code = `
import type { ReactElement, ReactNode } from 'react';
const COMPANY = { name: String(1) };
export function Case({ n, name, isBusy, label, list, node, element, items }: {
  n: number; name: string; isBusy: boolean; label: 'one' | 'two'; list: string[];
  node: ReactNode; element: ReactElement; items: ReactElement[];
}) {
  return ${jsx};
}
`;
  // The rule needs types, so a case replaces the text of a file in the compiler's project.
  const filePath = path.join(root, 'src/ui/skip-link.tsx');
  const [result] = await eslint.lintText(code, { filePath });
  return (result?.messages ?? [])
    .filter(({ ruleId }) => ruleId !== '@typescript-eslint/no-unused-vars')
    .map(({ message }) => message);
}

test.each([
  ['a changing text alone in an element', '<p>{name}</p>'],
  ['one of two texts alone in an element', "<p>{isBusy ? 'Sending' : 'Send'}</p>"],
  ['one template string of several texts', '<button>{`Delete Selected (${n})`}</button>'],
  ['fixed texts around an element', '<p>Call <a href="tel:1">us</a>, or write.</p>'],
  ['fixed text before an element that comes and goes', '<p>Hello {isBusy && <b>again</b>}</p>'],
  ['a constant of the module', '<p>By {COMPANY.name}</p>'],
  ['elements beside a text', '<p>Text {items}</p>'],
  ['an element beside others', '<div><h2>Title</h2>{element}</div>'],
  ['any node alone in an element', '<div>{node}</div>'],
  ['a text that is empty or an element', '<div><b>x</b>{name && <p>{name}</p>}</div>'],
  ['elements in a fragment', '<><b>One</b><b>{name}</b></>'],
])('%s passes', async (_, jsx) => {
  expect(await messagesOf(jsx)).toEqual([]);
});

test.each([
  ['a number among texts', '<button>Delete Selected ({n})</button>'],
  ['a text beside an element', '<p><b>x</b>{name}</p>'],
  ['one of two texts beside an element', "<p><b>x</b>{isBusy ? 'Sending' : 'Send'}</p>"],
  ['a text of several literal types', '<p><b>x</b>{label}</p>'],
  ['a text that comes and goes', "<p>Filters{isBusy && ' (1)'}</p>"],
  ['a text or an element beside others', '<p><b>x</b>{isBusy ? name : <b>y</b>}</p>'],
  ['any node beside others', '<div><h2>Title</h2>{node}</div>'],
  ['a text alone in a fragment', '<>{name}</>'],
  ['fixed text in a fragment', '<>text<b>x</b></>'],
  ['fixed text behind an element that comes and goes', '<p>{isBusy && <b>x</b>} text</p>'],
  ['fixed text behind a list', '<p>{list.map((one) => <b key={one}>x</b>)}text</p>'],
])('%s is reported', async (_, jsx) => {
  expect(await messagesOf(jsx)).toEqual([expect.stringContaining('an element of its own')]);
});
