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
 * The events in `types: { events: {} as LampEvent }`. Takes the sources of the machine and of its types file.
 *
 * @throws Error for events declared in another way
 */
export const eventsOf = (machine: string, types: string): MachineEvent[] => {
  const declarations = declarationsIn(programOf('machine.types.ts', types));

  const read = (node: TypeNode): MachineEvent[] => {
    switch (node.type) {
      case 'TSUnionType':
        return node.types.flatMap(read);
      case 'TSTypeLiteral':
        return [eventOf(node.members, types)];
      case 'TSTypeReference': {
        const name = node.typeName.type === 'Identifier' ? node.typeName.name : '';
        const found = declarations.get(name);
        if (found === undefined)
          throw new Error(`The event ${name} is not declared in the file of its machine`);
        return found.type === 'TSTypeAliasDeclaration'
          ? read(found.typeAnnotation)
          : [eventOf(found.body.body, types)];
      }
      default:
        throw new Error(`An event is declared as a ${node.type}`);
    }
  };
  return read(declaredEvents(programOf('machine.ts', machine)));
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
