import {
  type Expression,
  isNode,
  keyOf,
  type Property,
  programOf,
  type Statement,
  type SyntaxNode,
} from './syntax.ts';

type Declarator = Extract<Statement, { type: 'VariableDeclaration' }>['declarations'][number];
type Call = Extract<Expression, { type: 'CallExpression' }>;
type Declared = Statement & { readonly type: 'FunctionDeclaration' };

const isDeclarator = (node: SyntaxNode): node is Declarator => node.type === 'VariableDeclarator';
const isCall = (node: SyntaxNode): node is Call => node.type === 'CallExpression';
const isProperty = (node: SyntaxNode): node is Property =>
  /^(Property|PropertyDefinition|MethodDefinition)$/.test(node.type);
const isDeclared = (node: SyntaxNode): node is Declared => node.type === 'FunctionDeclaration';
const isFunction = ({ type }: SyntaxNode): boolean =>
  /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(type);

/** Returns the name that a node gives its functions. A function that is passed to a call gets the call's name. */
const nameOf = (node: SyntaxNode): string | undefined => {
  if (isDeclarator(node)) return node.id.type === 'Identifier' ? node.id.name : undefined;
  if (isDeclared(node)) return node.id?.name;
  if (isProperty(node)) return keyOf(node);
  if (!isCall(node)) return undefined;
  const { callee } = node;
  if (callee.type === 'Identifier') return `${callee.name}()`;
  return callee.type === 'MemberExpression' && callee.property.type === 'Identifier'
    ? `${callee.property.name}()`
    : 'script';
};

/** Returns whether a test passes the function to a call, such as `describe`. */
const isPassedInTests = (file: string, name: string): boolean =>
  /(^|\/)tests?\//.test(file) && name.endsWith('()');

/**
 * Returns the functions that have more than `most` lines, as `path name`, with their line counts, in source order.
 * Skips functions that tests pass to calls, such as `describe`.
 */
export const longFunctionsIn = (file: string, source: string, most: number): [string, number][] => {
  const found: [string, number][] = [];
  if (source.split('\n').length <= most) return found;
  const visit = (value: unknown, name: string): void => {
    if (Array.isArray(value)) for (const item of value) visit(item, name);
    if (!isNode(value)) return;
    const own = nameOf(value) ?? name;
    const lines = isFunction(value) ? source.slice(value.start, value.end).split('\n').length : 0;
    if (lines > most && !isPassedInTests(file, own)) found.push([`${file} ${own}`, lines]);
    for (const part of Object.values(value)) visit(part, own);
  };
  visit(programOf(file, source), 'module');
  return found;
};
