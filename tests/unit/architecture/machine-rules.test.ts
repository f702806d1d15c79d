import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  type Expression,
  keyOf,
  nodesIn,
  type ObjectLiteral,
  type Program,
  programOf,
  propertiesOf,
  type SyntaxNode,
  textOf,
  valueAt,
} from '../../../build/machines/syntax.ts';

type Call = Extract<Expression, { type: 'CallExpression' }>;

type Report = (node: SyntaxNode, breach: string) => void;

/** The editor treats inline functions here as part of the chart, not as implementations. */
const computedParts = new Set(['context', 'input', 'output', 'params']);

/**
 * Finds what would stop the Stately editor from importing a pasted machine.
 * @returns each violation with its line, in source order
 */
const breachesOf = (file: string, source: string): string[] => {
  const program = programOf(file, source);
  const breaches: { readonly start: number; readonly text: string }[] = [];
  const report: Report = ({ start }, breach) => {
    const line = source.slice(0, start).split('\n').length;
    breaches.push({ start, text: `${file}:${line} ${breach}` });
  };

  checkImports(program, report);
  checkNames(program, report);
  checkMachine(program, report);
  return breaches.sort((a, b) => a.start - b.start).map(({ text }) => text);
};

const checkImports = (program: Program, report: Report): void => {
  for (const node of program.body) {
    if (node.type === 'ImportDeclaration') {
      const from = node.source.value;
      const isOfTypes =
        /^(\.\/[\w-]+(\.types)?|\.\.\/contract\/[\w-]+)\.ts$/.test(from) && node.importKind === 'type';
      if (from !== 'xstate' && !isOfTypes)
        report(
          node,
          `imports ${from}: only xstate and the types of a sibling or of the contract are allowed`,
        );
    } else if (
      node.type === 'ExportAllDeclaration' ||
      (node.type === 'ExportNamedDeclaration' && node.source)
    )
      report(node, 'exports what belongs to another file');
  }
  for (const node of nodesIn(program))
    if (node.type === 'ImportExpression') report(node, 'imports dynamically');
};

const checkNames = (program: Program, report: Report): void => {
  for (const node of nodesIn(program)) {
    if (node.type === 'TSEnumDeclaration') report(node, 'declares an enum');
    if (node.type === 'Identifier' && 'name' in node && node.name === 'createStateConfig')
      report(node, 'makes a state with createStateConfig');
  }
};

const isCall = (node: SyntaxNode): node is Call => node.type === 'CallExpression';

const calledName = ({ callee }: Call): string | undefined => {
  if (callee.type === 'Identifier') return callee.name;
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return undefined;
  return callee.property.name;
};

function checkMachine(program: Program, report: Report): void {
  const calls = [...nodesIn(program)].filter(isCall);
  const machines = calls.filter((call) => calledName(call) === 'createMachine');
  const [machine, ...others] = machines;
  if (machine === undefined) report(program, 'makes no machine');
  for (const other of others) report(other, 'makes a second machine');

  for (const setup of calls.filter((call) => calledName(call) === 'setup')) checkSetup(setup, report);
  if (machine === undefined) return;
  const [config, ...rest] = machine.arguments;
  if (config?.type !== 'ObjectExpression' || rest.length > 0) {
    report(machine, 'makes a machine of something else than one object literal');
    return;
  }
  checkLiteral(config, '', report);
  checkState(config, 'the machine', report);
}

/** Each kind of implementation must be a literal list of names. */
function checkSetup(setup: Call, report: Report): void {
  const [given] = setup.arguments;
  if (given?.type !== 'ObjectExpression') {
    report(setup, 'is set up with something else than an object literal');
    return;
  }
  const kinds = propertiesOf(given).flatMap(({ value }) =>
    value.type === 'ObjectExpression' ? [value] : [],
  );
  for (const literal of [given, ...kinds]) checkKeys(literal, report);
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

const machines = readdirSync('machines').filter((name) => /^[\w-]+\.ts$/.test(name));

test('the machines are found', () => {
  expect(machines.length).toBeGreaterThanOrEqual(3);
});

test.each(machines)('%s can be pasted into the Stately editor', (name) => {
  expect(breachesOf(name, readFileSync(`machines/${name}`, 'utf8'))).toEqual([]);
});
