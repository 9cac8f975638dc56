import path from 'node:path';
import { RuleTester } from 'eslint';
import tseslint from 'typescript-eslint';
import { afterAll, describe, it } from 'vitest';
import rule from '../../build/lint/text-in-elements.js';

RuleTester.describe = describe;
RuleTester.it = it;
RuleTester.itOnly = it.only;
Object.assign(RuleTester, { afterAll });

const root = path.resolve(import.meta.dirname, '../..');
/** The rule needs types, so its cases replace the text of a file in the compiler's project. */
const filename = path.join(root, 'src/ui/skip-link.tsx');

const languageOptions = {
  parser: tseslint.parser as never,
  parserOptions: {
    projectService: true,
    tsconfigRootDir: root,
    ecmaFeatures: { jsx: true },
  },
};
const tester = new RuleTester({ languageOptions });

const PARTS = `
import type { ReactElement, ReactNode } from 'react';
import { Icon } from './icon.tsx';
declare const props: {
  n: number; name: string; isBusy: boolean; maybe?: string; label: 'one' | 'two'; only: 'one';
  list: string[]; node: ReactNode; element: ReactElement; perhaps: ReactElement | null; items: ReactElement[];
};
const { n, name, isBusy, maybe, label, only, list, node, element, perhaps, items } = props;
const COMPANY = { name: props.name, notice: props.maybe };
const Steady = () => <b>steady</b>;
const Maybe = () => (isBusy ? <b>here</b> : null);
const Around = () => <Maybe />;
const Either = () => { if (isBusy) return <b>here</b>; return <i>there</i>; };
`;

/** A case inside a function, so that its variables may change. */
const within = (jsx: string) => `${PARTS}
export function Case() {
  const { n, name, isBusy, maybe, label, only, list, node, element, perhaps, items } = props;
  return ${jsx};
}
`;

const valid = (title: string, jsx: string) => ({ name: title, filename, code: within(jsx) });

/** `fixed`: null where a person has to decide. */
const invalid = (title: string, jsx: string, messageId: string, fixed: string | null) => ({
  name: title,
  filename,
  code: within(jsx),
  errors: [{ messageId }],
  output: fixed === null ? null : within(fixed),
});

tester.run('text-in-elements', rule, {
  valid: [
    valid('a changing text alone in an element', '<p>{name}</p>'),
    valid('one of two texts alone in an element', "<p>{isBusy ? 'Sending' : 'Send'}</p>"),
    valid('a text that comes and goes alone in an element', "<p>{isBusy && 'Sending'}</p>"),
    valid('a text or an element alone in an element', "<p>{isBusy ? 'Sending' : <b>Send</b>}</p>"),
    valid('one template string of several texts', '<button>{`Delete Selected (${n})`}</button>'),
    valid('fixed texts around an element', '<p>Call <a href="tel:1">us</a>, or write.</p>'),
    valid(
      'fixed text before an element that comes and goes',
      '<p>Hello {isBusy && <b>again</b>}</p>',
    ),
    valid('a text of a single literal type', '<p>Chosen: {only}</p>'),
    valid('a constant of the module', '<p>By {COMPANY.name}</p>'),
    valid('a constant of the module that may be missing', '<p>By {COMPANY.notice}</p>'),
    valid('elements beside a text', '<p>Text {items}</p>'),
    valid('fixed text behind a component that always draws one element', '<p><Steady /> text</p>'),
    valid(
      'fixed text behind an imported component of that kind',
      '<p><Icon name="close" /> Close</p>',
    ),
    valid('an element beside others', '<div><h2>Title</h2>{element}</div>'),
    valid('any node alone in an element', '<div>{node}</div>'),
    valid('elements in a fragment', '<><b>One</b><b>{name}</b></>'),
    valid('a text that is empty or an element', '<div><b>x</b>{maybe && <p>{maybe}</p>}</div>'),
  ],
  invalid: [
    invalid(
      'a number among texts',
      '<button>Delete Selected ({n})</button>',
      'changes',
      '<button>{`Delete Selected (${n})`}</button>',
    ),
    invalid(
      'a text beside an element',
      '<p><Icon name="close" />{name}</p>',
      'changes',
      '<p><Icon name="close" /><span>{name}</span></p>',
    ),
    invalid(
      'a text with spaces at its ends',
      '<p>{name} <b>{n}</b></p>',
      'changes',
      "<p><span>{name}</span>{' '}<b>{n}</b></p>",
    ),
    invalid(
      'one of two texts beside an element',
      "<p><b>x</b>{isBusy ? 'Sending' : 'Send'}</p>",
      'changes',
      "<p><b>x</b><span>{isBusy ? 'Sending' : 'Send'}</span></p>",
    ),
    invalid(
      'a text of several literal types',
      '<p><b>x</b>{label}</p>',
      'changes',
      '<p><b>x</b><span>{label}</span></p>',
    ),
    invalid(
      'a number in a long text',
      `<p>This text is long, so that it is read more easily as it stands, and it has {n} of something in it.</p>`,
      'changes',
      `<p>This text is long, so that it is read more easily as it stands, and it has <span>{n}</span> of something in it.</p>`,
    ),
    invalid('a text that comes and goes', "<p>Filters{isBusy && ' (1)'}</p>", 'changes', null),
    invalid('a text that may be missing', '<p><b>x</b>{maybe}</p>', 'changes', null),
    invalid(
      'a text or an element beside others',
      '<p><b>x</b>{isBusy ? name : <b>y</b>}</p>',
      'changes',
      null,
    ),
    invalid('a list of texts', '<p>{list}</p>', 'changes', null),
    invalid(
      'fixed text behind an element that comes and goes',
      '<p>{isBusy && <b>x</b>} text</p>',
      'behind',
      '<p>{isBusy && <b>x</b>}<span>{` text`}</span></p>',
    ),
    invalid(
      'fixed text behind an element that may be missing',
      '<p>{perhaps}<i>y</i>text</p>',
      'behind',
      '<p>{perhaps}<i>y</i><span>text</span></p>',
    ),
    invalid(
      'fixed text behind one of two elements',
      '<p>{isBusy ? <b>x</b> : <i>y</i>}text</p>',
      'behind',
      '<p>{isBusy ? <b>x</b> : <i>y</i>}<span>text</span></p>',
    ),
    invalid(
      'fixed text behind a list of elements',
      '<p>{items}text</p>',
      'behind',
      '<p>{items}<span>text</span></p>',
    ),
    invalid(
      'fixed text behind a component that may draw nothing',
      '<p><Maybe />text</p>',
      'behind',
      '<p><Maybe /><span>text</span></p>',
    ),
    invalid(
      'fixed text behind a component around one that may draw nothing',
      '<p><Around />text</p>',
      'behind',
      '<p><Around /><span>text</span></p>',
    ),
    invalid(
      'fixed text behind a component that draws one of two elements',
      '<p><Either />text</p>',
      'behind',
      '<p><Either /><span>text</span></p>',
    ),
    invalid(
      'fixed text in a fragment',
      '<>text<b>x</b></>',
      'fragment',
      '<><span>text</span><b>x</b></>',
    ),
    invalid('a text alone in a fragment', '<>{name}</>', 'fragment', '<><span>{name}</span></>'),
    invalid('any node beside others', '<div><h2>Title</h2>{node}</div>', 'open', null),
    invalid('a component that returns a text', 'name', 'returned', null),
    invalid(
      'a component that returns a text or an element',
      'isBusy ? <b>x</b> : name',
      'returned',
      null,
    ),
    invalid('a component that returns a number', 'n', 'returned', null),
  ],
});
