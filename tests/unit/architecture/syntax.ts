import { parseSync } from 'vite';

type Program = ReturnType<typeof parseSync>['program'];
export type Statement = Program['body'][number];
export type Expression = Extract<Statement, { type: 'ExpressionStatement' }>['expression'];
type ObjectLiteral = Extract<Expression, { type: 'ObjectExpression' }>;
export type Property = Exclude<ObjectLiteral['properties'][number], { type: 'SpreadElement' }>;

export interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

/** Parses a module. @throws {Error} if the source doesn't parse. */
export const programOf = (file: string, source: string): Program => {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors.map(({ message }) => message).join('; ')}`);
  return program;
};

export const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/** Yields a node and its descendants, in source order. */
export function* nodesIn(value: unknown): Generator<SyntaxNode> {
  if (Array.isArray(value)) for (const item of value) yield* nodesIn(item);
  else if (isNode(value)) {
    yield value;
    for (const part of Object.values(value)) yield* nodesIn(part);
  }
}

/** Returns a property's key; undefined if the key is computed. */
export const keyOf = ({ computed, key }: Property): string | undefined => {
  if (computed) return undefined;
  if (key.type === 'Identifier') return key.name;
  return key.type === 'Literal' ? String(key.value) : undefined;
};
