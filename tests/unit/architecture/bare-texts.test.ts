import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ESTree, parseSync, Visitor } from 'vite';
import { describe, expect, it } from 'vitest';

const nodes = new Set(
  'body children details footer heading links notice rows summary recoveryLinks'.split(' '),
);

/** Returns whether an expression between tags can render text. Unresolved expressions count as text. */
const mayBeText = (expression: ESTree.Expression | ESTree.JSXEmptyExpression): boolean => {
  switch (expression.type) {
    case 'JSXElement':
    case 'JSXFragment':
    case 'JSXEmptyExpression':
    case 'ArrowFunctionExpression':
      return false;
    case 'Literal':
      return typeof expression.value === 'number' || String(expression.value ?? '').trim() !== '';
    case 'Identifier':
      return !nodes.has(expression.name);
    case 'LogicalExpression':
      return mayBeText(expression.right) || (expression.operator !== '&&' && mayBeText(expression.left));
    case 'ConditionalExpression':
      return mayBeText(expression.consequent) || mayBeText(expression.alternate);
    case 'ChainExpression':
    case 'ParenthesizedExpression':
      return mayBeText(expression.expression);
    case 'CallExpression':
      if (expression.callee.type === 'MemberExpression')
        return !(
          expression.callee.property.type === 'Identifier' && expression.callee.property.name === 'map'
        );
      return expression.callee.type !== 'Identifier' || mayBeText(expression.callee);
    default:
      return true;
  }
};

const isText = (child: ESTree.JSXChild): boolean => {
  if (child.type === 'JSXText') return child.value.trim() !== '';
  return child.type === 'JSXExpressionContainer' && mayBeText(child.expression);
};

/** Returns whether JSX drops the child: a comment, or white space that contains a line break. */
const isNothing = (child: ESTree.JSXChild): boolean =>
  child.type === 'JSXText'
    ? child.value.trim() === '' && child.value.includes('\n')
    : child.type === 'JSXExpressionContainer' && child.expression.type === 'JSXEmptyExpression';

/**
 * Lists text nodes that share their parent with another node, as `file:line: text`.
 * If a translation tool replaces one of these nodes, React throws or shows stale text.
 */
const bareTextsIn = (file: string, source: string): string[] => {
  const { program } = parseSync(file, source);
  const found: string[] = [];
  const check = (children: readonly ESTree.JSXChild[], isFragment: boolean) => {
    const shown = children.filter((child) => !isNothing(child));
    if (shown.length === 1 && !isFragment) return;
    for (const { start, end } of shown.filter(isText))
      found.push(`${file}:${source.slice(0, start).split('\n').length}: ${source.slice(start, end).trim()}`);
  };
  new Visitor({
    JSXElement(element) {
      check(element.children, false);
    },
    JSXFragment(fragment) {
      check(fragment.children, true);
    },
  }).visit(program);
  return found;
};

const views = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.tsx'))
  .map((name) => join('src', name));

describe('visible texts in the views', () => {
  it('have their own elements, so that a translation tool can replace them', () => {
    expect(views.length).toBeGreaterThan(50);
    expect(views.flatMap((file) => bareTextsIn(file, readFileSync(file, 'utf8')))).toEqual([]);
  });
});
