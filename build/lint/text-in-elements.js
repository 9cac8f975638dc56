import ts from 'typescript';

const TEXT = ts.TypeFlags.StringLike | ts.TypeFlags.NumberLike | ts.TypeFlags.BigIntLike;

const isBlank = ({ type, value, expression }) =>
  (type === 'JSXText' && /^\s*$/.test(value)) || expression?.type === 'JSXEmptyExpression';

/**
 * Requires an element of its own for every text that may change: a browser's translator replaces
 * text nodes, and React would write to the detached ones. See docs/decisions/0014-forms-and-results.md.
 */
export default {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      siblings:
        'This text may change, and has siblings: a translated page would go on showing the old one. Put it in an element of its own, or make one template string of all the texts.',
    },
  },

  create(context) {
    const { sourceCode } = context;
    const { getTypeAtLocation } = sourceCode.parserServices;

    function isOfModule(expression) {
      if (expression.type === 'MemberExpression') return isOfModule(expression.object);
      const { references } = sourceCode.getScope(expression);
      const reference = references.find(({ identifier }) => identifier === expression);
      return reference?.resolved?.scope.type === 'module';
    }

    function mayChange(expression) {
      const type = getTypeAtLocation(expression);
      const texts = (type.isUnion() ? type.types : [type]).filter(
        // React makes no text node of an empty text.
        ({ flags, value }) => flags & TEXT && value !== '',
      );
      const isFixed = expression.type === 'Literal' || isOfModule(expression);
      return texts.length > 0 && !isFixed;
    }

    return {
      'JSXElement, JSXFragment'(node) {
        const children = node.children.filter((child) => !isBlank(child));
        if (node.type === 'JSXElement' && children.length < 2) return;
        for (const child of children)
          if (child.type === 'JSXExpressionContainer' && mayChange(child.expression))
            context.report({ node: child, messageId: 'siblings' });
      },
    };
  },
};
