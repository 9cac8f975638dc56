import ts from 'typescript';

/**
 * Holds every text that changes in an element of its own. A browser's translator replaces text nodes by elements of its own:
 * React then writes to a node that is no longer in the document, and throws where it removes that node or inserts something
 * before it. React sets the text of an element that has one text for its only child as a whole, which is safe.
 * See docs/decisions/0014-forms-and-results.md. The fix keeps every space.
 */

/** From here on, a template string is harder to read than elements in a text. */
const LONG = 90;

/** Of a child: whether it may be a text, another text later, nothing, a list of texts, an element, or anything. */
const BLANK = {
  text: false,
  changes: false,
  comesAndGoes: false,
  isList: false,
  isElement: false,
  isOpen: false,
};

const TEXT = ts.TypeFlags.StringLike | ts.TypeFlags.NumberLike | ts.TypeFlags.BigIntLike;
const NOTHING = ts.TypeFlags.Null | ts.TypeFlags.Undefined | ts.TypeFlags.BooleanLike;

const partsOf = (type) => (type.isUnion() ? type.types : [type]);

/** What a type may put among an element's children. `seen` ends types that contain themselves. */
function traitsOfType(type, checker, seen = new Set()) {
  const traits = { ...BLANK };
  const literals = new Set();
  seen.add(type);
  for (const part of partsOf(type)) {
    // React makes no text node of an empty text.
    if (part.flags & NOTHING || (part.isStringLiteral() && part.value === '')) {
      traits.comesAndGoes = true;
    } else if (part.flags & TEXT) {
      traits.text = true;
      if (part.isLiteral()) literals.add(part.value);
      else traits.changes = true;
    } else if (part.flags & ts.TypeFlags.TypeParameter) {
      const bound = checker.getBaseConstraintOfType(part);
      if (bound && !seen.has(bound)) merge(traits, traitsOfType(bound, checker, seen));
    } else if (checker.isArrayType(part) || checker.isTupleType(part)) {
      traits.comesAndGoes = true;
      for (const item of checker.getTypeArguments(part)) {
        if (seen.has(item)) continue;
        const inner = traitsOfType(item, checker, seen);
        traits.isOpen ||= inner.isOpen;
        traits.isList ||= inner.text;
      }
    } else if (part.symbol?.name === 'Iterable') {
      // As in ReactNode.
      traits.isOpen = true;
    } else {
      traits.isElement = true;
    }
  }
  if (literals.size > 1) traits.changes = true;
  if (traits.text && traits.isElement) traits.comesAndGoes = true;
  return traits;
}

/** The text that JSX makes of what stands between two tags. */
function cleanText(value) {
  const lines = value.split(/\r\n|\n|\r/);
  return lines
    .map((line, index) => {
      let text = line.replaceAll('\t', ' ');
      if (index > 0) text = text.replace(/^ +/, '');
      if (index < lines.length - 1) text = text.replace(/ +$/, '');
      return text;
    })
    .filter((line) => line !== '')
    .join(' ');
}

const isTag = (name) => name.type === 'JSXIdentifier' && /^[a-z]/.test(name.name);

/** The text of a literal, or undefined. */
function literalOf(expression) {
  if (expression.type === 'Literal' && typeof expression.value === 'string')
    return expression.value;
  if (expression.type === 'TemplateLiteral' && expression.expressions.length === 0)
    return expression.quasis[0].value.cooked;
  return undefined;
}

const escapeTemplate = (text) =>
  text
    .replaceAll('\\', '\\\\')
    .replaceAll('`', '\\`')
    .replaceAll('${', '\\${')
    .replaceAll('\u00a0', '\\u00a0');

/** The functions of a component's declaration. */
const isFunction = (node) =>
  ts.isFunctionDeclaration(node) || ts.isArrowFunction(node) || ts.isFunctionExpression(node);

function functionOf(declaration) {
  if (!declaration) return undefined;
  if (isFunction(declaration)) return declaration;
  if (ts.isVariableDeclaration(declaration) && declaration.initializer)
    return isFunction(declaration.initializer) ? declaration.initializer : undefined;
  return undefined;
}

/** What a function returns; not what functions within it do. */
function returnedBy(body) {
  if (!ts.isBlock(body)) return [body];
  const returned = [];
  const visit = (node) => {
    if (isFunction(node) || ts.isMethodDeclaration(node)) return;
    if (ts.isReturnStatement(node) && node.expression) returned.push(node.expression);
    else ts.forEachChild(node, visit);
  };
  visit(body);
  return returned;
}

/** True where a component draws one element, always the same. */
function isOneElement(expression) {
  let inner = expression;
  while (ts.isParenthesizedExpression(inner)) inner = inner.expression;
  return ts.isJsxElement(inner) || ts.isJsxSelfClosingElement(inner);
}

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
    const services = sourceCode.parserServices;
    const checker = services.program.getTypeChecker();

    /** True for a name, or a member of it, that the module itself defines or imports. */
    function isConstant(expression) {
      let root = expression;
      while (root.type === 'MemberExpression' && !root.computed) root = root.object;
      if (root.type !== 'Identifier') return false;
      for (let scope = sourceCode.getScope(root); scope; scope = scope.upper) {
        const variable = scope.set.get(root.name);
        if (!variable) continue;
        const [definition] = variable.defs;
        return (
          scope.type === 'module' &&
          (definition?.type === 'ImportBinding' || definition?.parent?.kind === 'const')
        );
      }
      return false;
    }

    /** Whether a component always draws one and the same element. A package's is taken for such a one. */
    function isSteady(name) {
      const tsName = services.esTreeNodeToTSNodeMap.get(name);
      let symbol = checker.getSymbolAtLocation(tsName);
      if (symbol && symbol.flags & ts.SymbolFlags.Alias) symbol = checker.getAliasedSymbol(symbol);
      const declared = functionOf(symbol?.valueDeclaration);
      if (!declared?.body) return true;
      const returned = returnedBy(declared.body);
      return returned.length === 1 && isOneElement(returned[0]);
    }

    /** A child as React has it: undefined where there is none. */
    function childOf(node) {
      switch (node.type) {
        case 'JSXText': {
          const text = cleanText(node.value);
          return text === '' ? undefined : { node, ...BLANK, text: true, literal: text };
        }
        case 'JSXExpressionContainer': {
          const { expression } = node;
          if (expression.type === 'JSXEmptyExpression') return undefined;
          const literal = literalOf(expression);
          if (literal !== undefined) return { node, ...BLANK, text: true, literal };
          const type = services.getTypeAtLocation(expression);
          const traits = traitsOfType(type, checker);
          if (isConstant(expression)) traits.changes = false;
          if (expression.type === 'ConditionalExpression') traits.comesAndGoes = true;
          const isPlain = partsOf(type).every(({ flags }) => flags & TEXT);
          return { node, ...traits, expression: isPlain ? expression : undefined };
        }
        case 'JSXElement': {
          const { name, attributes } = node.openingElement;
          const isKeyed = attributes.some(
            ({ type, name: attribute }) => type === 'JSXAttribute' && attribute.name === 'key',
          );
          return { node, ...BLANK, comesAndGoes: isKeyed || (!isTag(name) && !isSteady(name)) };
        }
        default:
          return { node, ...BLANK, comesAndGoes: node.type === 'JSXFragment' };
      }
    }

    /** Texts that stand side by side, as one expression. */
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

    /** Puts what changes in a run of texts into elements: all of it, where that is short, else each part. */
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
      const held = asTemplate(inner.filter((child) => child.literal !== ''));
      const [first, last] = ends.map((isCut) => (isCut ? "{' '}" : ''));
      return replaceBy(`${first}<span>${held}</span>${last}`);
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
      const { text, isOpen } = traitsOfType(services.getTypeAtLocation(expression), checker);
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
