import ts from 'typescript';

/**
 * What a JSX child can be: a text, a changing text, nothing, a list of texts, an element, or
 * anything.
 */
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

/** The traits of a type as a JSX child. `seen` stops recursive types. */
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

/** The text that JSX makes from the source text between two tags. */
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

/** The text of a literal, or undefined. */
function literalOf(expression) {
  if (expression.type === 'Literal' && typeof expression.value === 'string')
    return expression.value;
  if (expression.type === 'TemplateLiteral' && expression.expressions.length === 0)
    return expression.quasis[0].value.cooked;
  return undefined;
}

const isFunction = (node) =>
  ts.isFunctionDeclaration(node) || ts.isArrowFunction(node) || ts.isFunctionExpression(node);

function functionOf(declaration) {
  if (!declaration) return undefined;
  if (isFunction(declaration)) return declaration;
  if (ts.isVariableDeclaration(declaration) && declaration.initializer)
    return isFunction(declaration.initializer) ? declaration.initializer : undefined;
  return undefined;
}

/** The expressions that a function returns, without those of nested functions. */
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

/** The element's name, if an expression is an element. */
function elementNameOf(expression) {
  let inner = expression;
  while (ts.isParenthesizedExpression(inner)) inner = inner.expression;
  if (ts.isJsxElement(inner)) return inner.openingElement.tagName;
  return ts.isJsxSelfClosingElement(inner) ? inner.tagName : undefined;
}

/** Reads the children of JSX elements by the compiler's types. */
export function childReader(sourceCode) {
  const services = sourceCode.parserServices;
  const checker = services.program.getTypeChecker();
  const traitsOf = (expression) => traitsOfType(services.getTypeAtLocation(expression), checker);

  /** True for a name, or a member of it, that the module defines or imports. */
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

  /**
   * Whether an element or component always renders the same single element. Components from
   * packages are assumed to.
   */
  function isSteady(name) {
    let symbol = checker.getSymbolAtLocation(name);
    if (symbol && symbol.flags & ts.SymbolFlags.Alias) symbol = checker.getAliasedSymbol(symbol);
    const declared = functionOf(symbol?.valueDeclaration);
    if (!declared?.body) return true;
    const drawn = returnedBy(declared.body).map(elementNameOf);
    return drawn.length === 1 && drawn[0] !== undefined && isSteady(drawn[0]);
  }

  /** A child as React treats it: undefined for no child. */
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
        const traits = traitsOf(expression);
        if (isConstant(expression)) traits.changes = traits.comesAndGoes = false;
        if (expression.type === 'ConditionalExpression') traits.comesAndGoes = true;
        const isPlain = partsOf(services.getTypeAtLocation(expression)).every(
          ({ flags }) => flags & TEXT,
        );
        return { node, ...traits, expression: isPlain ? expression : undefined };
      }
      case 'JSXElement': {
        const { name, attributes } = node.openingElement;
        const isKeyed = attributes.some(
          ({ type, name: attribute }) => type === 'JSXAttribute' && attribute.name === 'key',
        );
        const drawn = services.esTreeNodeToTSNodeMap.get(name);
        return { node, ...BLANK, comesAndGoes: isKeyed || !isSteady(drawn) };
      }
      default:
        return { node, ...BLANK, comesAndGoes: node.type === 'JSXFragment' };
    }
  }

  return { childOf, traitsOf };
}
