import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  type Expression,
  keyOf,
  nodesIn,
  type ObjectLiteral,
  objectLiteralsIn,
  type Program,
  programOf,
  propertiesOf,
  type SyntaxNode,
  textOf,
  valueAt,
} from './syntax.ts';

type Call = Extract<Expression, { type: 'CallExpression' }>;

type Report = (node: SyntaxNode, breach: string) => void;

/** The editor treats inline functions here as part of the chart, not as implementations. */
const computedParts = new Set(['context', 'input', 'output', 'params']);

/**
 * Finds what would stop the Stately editor from importing a machine's pasted config.
 * @returns each violation with its line, in source order
 */
const breachesOf = (file: string, source: string): string[] => {
  const breaches: { readonly line: number; readonly text: string }[] = [];
  const reportFrom =
    (offset: number): Report =>
    ({ start }, breach) => {
      const line = source.slice(0, offset + start).split('\n').length;
      breaches.push({ line, text: `${file}:${line} ${breach}` });
    };

  const program = programOf(file, source);
  checkImports(program, reportFrom(0));
  const config = configIn(program, reportFrom(0));
  if (config !== undefined) {
    const pasted = `(${source.slice(config.start, config.end)})`;
    const [literal] = objectLiteralsIn(programOf(file, pasted));
    if (literal === undefined) throw new Error(`${file} has no config`);
    const report = reportFrom(config.start - 1);
    checkLiteral(literal, '', report);
    checkState(literal, 'the machine', report);
  }
  return breaches.sort((a, b) => a.line - b.line).map(({ text }) => text);
};

/** Machines share guards, actions, stubs and types. They know nothing else of each other. */
const checkImports = (program: Program, report: Report): void => {
  for (const node of nodesIn(program)) {
    if (node.type === 'ImportExpression') report(node, 'imports dynamically');
  }
  for (const node of program.body) {
    if (node.type === 'ImportDeclaration') {
      const from = node.source.value;
      const isShared = from === 'xstate' || /^\.\.?\/shared\.ts$/.test(from);
      if (!isShared && node.importKind !== 'type')
        report(node, `imports ${from}: only xstate, shared.ts and types are allowed`);
    } else if (
      node.type === 'ExportAllDeclaration' ||
      (node.type === 'ExportNamedDeclaration' && node.source)
    )
      report(node, 'exports what belongs to another file');
  }
};

const isCall = (node: SyntaxNode): node is Call => node.type === 'CallExpression';

const makesMachine = ({ callee }: Call): boolean =>
  callee.type === 'MemberExpression' &&
  callee.property.type === 'Identifier' &&
  callee.property.name === 'createMachine';

/** The one object literal that the editor reads. */
function configIn(program: Program, report: Report): ObjectLiteral | undefined {
  const [machine, ...others] = [...nodesIn(program)].filter(isCall).filter(makesMachine);
  if (machine === undefined) report(program, 'makes no machine');
  for (const other of others) report(other, 'makes a second machine');
  if (machine === undefined) return undefined;
  const [config, ...rest] = machine.arguments;
  if (config?.type === 'ObjectExpression' && rest.length === 0) return config;
  report(machine, 'makes a machine of something else than one object literal');
  return undefined;
}

const checkKeys = (literal: ObjectLiteral, report: Report): void => {
  for (const property of literal.properties)
    if (property.type === 'SpreadElement') report(property, 'spreads something into an object');
    else if (keyOf(property) === undefined) report(property, 'has a computed key');
};

/** The editor must be able to read the config without running code. */
const checkLiteral = (node: Expression, key: string, report: Report): void => {
  switch (node.type) {
    case 'Literal':
      return;
    case 'ObjectExpression':
      checkKeys(node, report);
      for (const property of propertiesOf(node)) checkLiteral(property.value, keyOf(property) ?? '', report);
      return;
    case 'ArrayExpression':
      for (const item of node.elements)
        if (item === null || item.type === 'SpreadElement')
          report(item ?? node, 'spreads something into a list');
        else checkLiteral(item, key, report);
      return;
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
      if (!computedParts.has(key)) report(node, `has an inline function under ${key}`);
      return;
    default:
      report(node, `has under ${key} a value that is not literal`);
  }
};

const itemsOf = (node: Expression | undefined): Expression[] => {
  if (node === undefined) return [];
  if (node.type !== 'ArrayExpression') return [node];
  return node.elements.filter((item) => item !== null && item.type !== 'SpreadElement');
};

const objectsOf = (node: Expression | undefined): ObjectLiteral[] =>
  itemsOf(node).filter((item) => item.type === 'ObjectExpression');

const valuesOf = (node: Expression | undefined): Expression[] =>
  objectsOf(node).flatMap((literal) => propertiesOf(literal).map(({ value }) => value));

const checkState = (state: ObjectLiteral, name: string, report: Report): void => {
  if (!textOf(valueAt(state, 'description'))?.trim()) report(state, `leaves ${name} without a description`);

  const invocations = objectsOf(valueAt(state, 'invoke'));
  for (const invocation of invocations) checkInvocation(invocation, name, report);
  for (const phase of ['entry', 'exit']) checkReferences(valueAt(state, phase), 'an action', report);
  for (const delay of objectsOf(valueAt(state, 'after')).flatMap(propertiesOf))
    if (!Number.isNaN(Number(keyOf(delay)))) report(delay, `waits in ${name} for a time without a name`);

  const outcomes = [state, ...invocations].flatMap((from) =>
    ['onDone', 'onError', 'onSnapshot'].flatMap((outcome) => valueAt(from, outcome) ?? []),
  );
  const groups = [
    ...valuesOf(valueAt(state, 'on')),
    ...valuesOf(valueAt(state, 'after')),
    ...[valueAt(state, 'always')].flatMap((always) => always ?? []),
    ...outcomes,
  ];
  for (const transition of groups.flatMap(objectsOf)) {
    checkReferences(valueAt(transition, 'actions'), 'an action', report);
    checkReferences(valueAt(transition, 'guard'), 'a guard', report);
  }

  for (const child of objectsOf(valueAt(state, 'states')).flatMap(propertiesOf))
    if (child.value.type === 'ObjectExpression') checkState(child.value, keyOf(child) ?? '', report);
};

const checkInvocation = (invocation: ObjectLiteral, state: string, report: Report): void => {
  if (!textOf(valueAt(invocation, 'id'))) report(invocation, `invokes in ${state} without a literal id`);
  if (!textOf(valueAt(invocation, 'src'))) report(invocation, `invokes in ${state} an actor without a name`);
};

const checkReferences = (node: Expression | undefined, kind: string, report: Report): void => {
  for (const reference of itemsOf(node)) {
    const name = reference.type === 'ObjectExpression' ? valueAt(reference, 'type') : reference;
    if (!textOf(name)) report(reference, `refers to ${kind} without its name`);
  }
};

const machines = readdirSync('machines', { recursive: true, encoding: 'utf8' }).filter(
  (name) => /^([\w-]+\/)?[\w-]+\.ts$/.test(name) && name !== 'shared.ts',
);

test('the machines are found', () => {
  expect(machines.length).toBeGreaterThanOrEqual(10);
});

test.each(machines)('the config of %s can be pasted into the Stately editor', (name) => {
  expect(breachesOf(name, readFileSync(`machines/${name}`, 'utf8'))).toEqual([]);
});
