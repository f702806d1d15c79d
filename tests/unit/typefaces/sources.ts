import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'vite';

export interface Source {
  readonly file: string;
  readonly text: string;
}

export const sourcesBelow = (kinds: RegExp, ...folders: readonly string[]): Source[] =>
  folders
    .flatMap((folder) =>
      kinds.test(folder)
        ? [folder]
        : readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
    )
    .filter((file) => kinds.test(file))
    .map((file) => ({ file: file.replaceAll('\\', '/'), text: readFileSync(file, 'utf8') }));

export interface ScriptText {
  readonly property?: string;
  readonly text: string;
}

/** Returns a script's plain strings, template parts and JSX text, but not its comments. */
export const textsOf = ({ file, text: source }: Source): ScriptText[] => {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors.map(({ message }) => message).join('; ')}`);
  const texts: ScriptText[] = [];
  const properties = new Map<number, string>();
  const nameValue = (property: string | undefined, value: { readonly start: number }) => {
    if (property !== undefined) properties.set(value.start, property);
  };
  const take = (start: number, text: string) => {
    const property = properties.get(start);
    texts.push(property === undefined ? { text } : { property, text });
  };
  new Visitor({
    Property(node) {
      nameValue(nameOf(node.key), node.value);
    },
    AssignmentExpression(node) {
      if (node.left.type === 'MemberExpression') nameValue(nameOf(node.left.property), node.right);
    },
    Literal(node) {
      if (typeof node.value === 'string') take(node.start, node.value);
    },
    TemplateLiteral(node) {
      take(node.start, node.quasis.map(({ value }) => value.cooked ?? value.raw).join('{}'));
    },
    JSXText(node) {
      take(node.start, node.value);
    },
  }).visit(program);
  return texts;
};

const nameOf = (key: { readonly type: string; readonly name?: unknown; readonly value?: unknown }) => {
  const name = key.type === 'Identifier' ? key.name : key.value;
  return typeof name === 'string' ? name : undefined;
};
