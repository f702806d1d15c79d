import { parseSync } from 'vite';

export type Program = ReturnType<typeof parseSync>['program'];
export type Statement = Program['body'][number];
export type Expression = Extract<Statement, { type: 'ExpressionStatement' }>['expression'];
export type ObjectLiteral = Extract<Expression, { type: 'ObjectExpression' }>;
type Property = Exclude<ObjectLiteral['properties'][number], { type: 'SpreadElement' }>;

/** Any part of a syntax tree. */
export interface SyntaxNode {
  readonly type: string;
  readonly start: number;
}

/** @throws Error for a source that does not parse */
export const programOf = (file: string, source: string): Program => {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors.map(({ message }) => message).join('; ')}`);
  return program;
};

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/** A node and all below it, in the order of the source. */
export function* nodesIn(value: unknown): Generator<SyntaxNode> {
  if (Array.isArray(value)) for (const item of value) yield* nodesIn(item);
  else if (isNode(value)) {
    yield value;
    for (const part of Object.values(value)) yield* nodesIn(part);
  }
}

const isObjectLiteral = (node: SyntaxNode | ObjectLiteral): node is ObjectLiteral =>
  node.type === 'ObjectExpression';

/** Each object literal of a program, in the order of the source. */
export const objectLiteralsIn = (program: Program): ObjectLiteral[] =>
  [...nodesIn(program)].filter(isObjectLiteral);

/** The name of a property's key; undefined for a computed one. */
export const keyOf = ({ computed, key }: Property): string | undefined => {
  if (computed) return undefined;
  if (key.type === 'Identifier') return key.name;
  return key.type === 'Literal' ? String(key.value) : undefined;
};

/** The properties of an object literal that are written out under a name of their own. */
export const propertiesOf = (literal: ObjectLiteral): Property[] =>
  literal.properties.filter((property) => property.type === 'Property');

/** The value that an object literal gives to a key. */
export const valueAt = (literal: ObjectLiteral, key: string): Expression | undefined =>
  propertiesOf(literal).find((property) => keyOf(property) === key)?.value;

/** The text of a string literal; undefined for anything else. */
export const textOf = (node: Expression | undefined): string | undefined =>
  node?.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined;
