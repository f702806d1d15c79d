import { basename } from 'node:path';
import { objectLiteralsIn, type Program, programOf, type Statement, valueAt } from './syntax.ts';

export interface MachineEvent {
  readonly type: string;
  /** Its fields besides `type`, as declared: `email: string`. */
  readonly fields: readonly string[];
}

type TypeAlias = Extract<Statement, { type: 'TSTypeAliasDeclaration' }>;
type Interface = Extract<Statement, { type: 'TSInterfaceDeclaration' }>;
type TypeNode = TypeAlias['typeAnnotation'];
type Member = Extract<TypeNode, { type: 'TSTypeLiteral' }>['members'][number];

/**
 * The events in `types: { events: {} as LampEvent }`, from the file that the machine or its types import
 * them from. `sources` are the files of the machines' folder by name.
 *
 * @throws Error for events declared in another way
 */
export const eventsOf = (file: string, sources: ReadonlyMap<string, string>): MachineEvent[] => {
  const declarations = new Map<string, ReturnType<typeof declarationsIn>>();
  const programAt = (path: string): Program => programOf(path, sources.get(path) ?? '');

  const find = (name: string, path: string): Found => {
    const program = programAt(path);
    const declared = declarations.get(path) ?? declarationsIn(program);
    declarations.set(path, declared);
    const declaration = declared.get(name);
    if (declaration !== undefined) return { declaration, path };
    const from = importedFrom(name, program);
    if (from === undefined || !sources.has(from))
      throw new Error(`The event ${name} is not declared in the file of its machine`);
    return find(name, from);
  };

  const read = (node: TypeNode, path: string): MachineEvent[] => {
    const source = sources.get(path) ?? '';
    switch (node.type) {
      case 'TSUnionType':
        return node.types.flatMap((part) => read(part, path));
      case 'TSTypeLiteral':
        return [eventOf(node.members, source)];
      case 'TSTypeReference': {
        if (node.typeName.type === 'Identifier' && node.typeName.name === 'ActorEvents') return [];
        const found = find(node.typeName.type === 'Identifier' ? node.typeName.name : '', path);
        return found.declaration.type === 'TSTypeAliasDeclaration'
          ? read(found.declaration.typeAnnotation, found.path)
          : [eventOf(found.declaration.body.body, sources.get(found.path) ?? '')];
      }
      default:
        throw new Error(`An event is declared as a ${node.type}`);
    }
  };
  return read(declaredEvents(programAt(file)), file);
};

interface Found {
  readonly declaration: TypeAlias | Interface;
  readonly path: string;
}

/** The name of the file that a file imports a type from. */
const importedFrom = (name: string, program: Program): string | undefined => {
  const found = program.body.find(
    (node) => node.type === 'ImportDeclaration' && node.specifiers.some(({ local }) => local.name === name),
  );
  return found?.type === 'ImportDeclaration' ? basename(found.source.value) : undefined;
};

const declarationsIn = (program: Program): Map<string, TypeAlias | Interface> => {
  const declared = program.body.map((node) =>
    node.type === 'ExportNamedDeclaration' && node.declaration !== null ? node.declaration : node,
  );
  return new Map(
    declared.flatMap((node) =>
      node.type === 'TSTypeAliasDeclaration' || node.type === 'TSInterfaceDeclaration'
        ? [[node.id.name, node] as const]
        : [],
    ),
  );
};

const declaredEvents = (program: Program): TypeNode => {
  for (const literal of objectLiteralsIn(program)) {
    const events = valueAt(literal, 'events');
    if (events?.type === 'TSAsExpression') return events.typeAnnotation;
  }
  throw new Error('A machine does not declare its events');
};

const eventOf = (members: readonly Member[], source: string): MachineEvent => {
  let type = '';
  const fields: string[] = [];
  for (const member of members) {
    if (
      member.type !== 'TSPropertySignature' ||
      member.key.type !== 'Identifier' ||
      member.typeAnnotation === null
    )
      throw new Error('An event has a member that is not a plain field');
    const annotation = member.typeAnnotation.typeAnnotation;
    const written = source.slice(annotation.start, annotation.end).replaceAll(/\s+/g, ' ');
    if (member.key.name === 'type') type = written.slice(1, -1);
    else fields.push(`${member.key.name}${member.optional ? '?' : ''}: ${written}`);
  }
  if (type === '') throw new Error('An event has no type');
  return { type, fields };
};
