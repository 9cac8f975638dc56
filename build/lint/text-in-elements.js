import { childReader } from './jsx-children.js';

/**
 * Requires an element of its own for every text that changes. A browser's translator replaces text
 * nodes by elements: React then writes to detached nodes, and throws when it removes such a node or
 * inserts before it. React replaces the text of an element with a single text child as a whole,
 * which is safe. See docs/decisions/0014-forms-and-results.md. The fix keeps every space.
 */

/** Beyond this length, a template string is harder to read than elements. */
const LONG = 90;

const escapeTemplate = (text) =>
  text
    .replaceAll('\\', '\\\\')
    .replaceAll('`', '\\`')
    .replaceAll('${', '\\${')
    .replaceAll('\u00a0', '\\u00a0');

export default {
  meta: {
    type: 'problem',
    fixable: 'code',
    schema: [],
    messages: {
      changes:
        'This text may change, and has siblings: a translated page would go on showing the old one. Put it in an element of its own, or make one template string of all the texts.',
      behind:
        'This text stands behind something that comes and goes: React would insert that before a text node which a translator has replaced. Put the text in an element of its own.',
      fragment:
        'A text directly in a fragment is removed with it: React would remove a text node that a translator has replaced. Put it in an element of its own.',
      returned:
        'A component that returns a bare text is removed with it: React would remove a text node that a translator has replaced. Return an element.',
      open: 'This may be a text, and has siblings. Put it in an element of its own, or let its type allow elements only.',
    },
  },

  create(context) {
    const { sourceCode } = context;
    const { childOf, traitsOf } = childReader(sourceCode);

    /** Adjacent texts as one expression. */
    function asTemplate(run) {
      const [first] = run;
      if (run.length === 1 && first.expression) return `{${sourceCode.getText(first.expression)}}`;
      const parts = run.map(({ literal, expression }) => {
        if (literal !== undefined) return escapeTemplate(literal);
        const source = sourceCode.getText(expression);
        return expression.type === 'TemplateLiteral' ? source.slice(1, -1) : `\${${source}}`;
      });
      return `{\`${parts.join('')}\`}`;
    }

    /** Puts a run of texts into one element if it is short, or else each changing part. */
    function fixRun(children, run, isFragment) {
      const isPlain = run.every(
        ({ literal, expression }) => literal !== undefined || expression !== undefined,
      );
      if (!isPlain) return null;
      const range = [run[0].node.range[0], run.at(-1).node.range[1]];
      const source = sourceCode.getText().slice(...range);
      const [before] = /^\s*\n\s*/.exec(source) ?? [''];
      const [after] = /\s*\n\s*$/.exec(source) ?? [''];
      const replaceBy = (text) => (fixer) =>
        fixer.replaceTextRange(range, `${before}${text}${after}`);

      const isStatic = !isFragment && run.every(({ messageId }) => messageId !== 'behind');
      const isAlone = run.length === children.length && !isFragment;
      const template = asTemplate(run);
      const changing = run.filter(({ changes }) => changes);
      if (isStatic && template.length > LONG && changing.length < 3) {
        return (fixer) =>
          changing.flatMap(({ node }) => [
            fixer.insertTextBefore(node, '<span>'),
            fixer.insertTextAfter(node, '</span>'),
          ]);
      }
      if (isAlone) return replaceBy(template);
      const [{ node, literal }] = run;
      if (run.length === 1 && node.type === 'JSXText' && literal === literal.trim())
        return replaceBy(`<span>${sourceCode.getText(node).trim()}</span>`);
      if (!isStatic) return replaceBy(`<span>${template}</span>`);
      // Spaces at the ends stay outside.
      const inner = run.map((child) => ({ ...child }));
      const ends = [trimEnd(inner[0], 'trimStart'), trimEnd(inner.at(-1), 'trimEnd')];
      const middle = asTemplate(inner.filter((child) => child.literal !== ''));
      const [first, last] = ends.map((isCut) => (isCut ? "{' '}" : ''));
      return replaceBy(`${first}<span>${middle}</span>${last}`);
    }

    function trimEnd(child, trim) {
      if (child.literal === undefined) return false;
      const trimmed = child.literal[trim]();
      const isCut = trimmed !== child.literal;
      child.literal = trimmed;
      return isCut;
    }

    function wrongWith(child, isFragment, isBehind) {
      if (child.isOpen) return 'open';
      if (child.text && isFragment) return 'fragment';
      if (child.isList || child.changes || (child.text && child.comesAndGoes)) return 'changes';
      return child.text && isBehind ? 'behind' : undefined;
    }

    function check(node, isFragment) {
      const children = node.children.map(childOf).filter((child) => child !== undefined);
      const runs = [];
      let isBehind = false;
      for (const child of children) {
        const isText = child.text && !child.isOpen && !child.isList;
        const messageId =
          children.length > 1 || isFragment || child.isList
            ? wrongWith(child, isFragment, isBehind)
            : undefined;
        isBehind ||= child.comesAndGoes || child.isOpen;
        if (!isText) {
          runs.push(undefined);
          if (messageId) context.report({ node: child.node, messageId });
        } else {
          if (!runs.at(-1)) runs.push([]);
          runs.at(-1).push({ ...child, messageId });
        }
      }
      for (const run of runs) {
        const wrong = run?.find(({ messageId }) => messageId);
        if (!wrong) continue;
        context.report({
          node: wrong.node,
          messageId: wrong.messageId,
          fix: fixRun(children, run, isFragment),
        });
      }
    }

    function checkReturned(owner, expression) {
      if (!expression || /^JSX/.test(expression.type)) return;
      if (expression.type === 'ConditionalExpression') {
        checkReturned(owner, expression.consequent);
        checkReturned(owner, expression.alternate);
        return;
      }
      if (!isComponent(owner)) return;
      const { text, isOpen } = traitsOf(expression);
      if (text && !isOpen) context.report({ node: expression, messageId: 'returned' });
    }

    const isComponent = (owner) => /^[A-Z]/.test((owner.id ?? owner.parent?.id)?.name ?? '');

    const owners = [];
    const enter = (node) => owners.push(node);
    const leave = () => owners.pop();
    return {
      JSXElement: (node) => check(node, false),
      JSXFragment: (node) => check(node, true),
      ':function': enter,
      ':function:exit': leave,
      ReturnStatement: (node) => checkReturned(owners.at(-1), node.argument),
      ArrowFunctionExpression: (node) => {
        if (node.body.type !== 'BlockStatement') checkReturned(node, node.body);
      },
    };
  },
};
