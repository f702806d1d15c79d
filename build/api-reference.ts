import { merchantErrors, storeErrors } from '#contract/errors.ts';
import { type MerchantEndpoint, merchantEndpoints } from '#contract/merchant/endpoints.ts';

interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly const?: unknown;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly items?: Schema;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
}

interface Operation {
  readonly summary: string;
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly responses: Readonly<Record<string, { readonly description: string }>>;
}

export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

type Comments = ReadonlyMap<string, string>;

const code = (value: string): string => `\`${value}\``;
const link = (name: string): string => `[${name}](#${name.toLowerCase()})`;
const table = (...rows: readonly string[]): string => rows.join('\n');

const nameIn = ({ $ref = '' }: Schema): string => $ref.replace(/^.*\//, '');

/** Returns the object itself, or its alternatives without a name. */
const inlineIn = (schema: Schema) => (schema.anyOf ?? [schema]).filter(({ properties }) => properties);

const typeOf = ({ $ref, type = 'any', items, anyOf, maximum, maxLength, ...given }: Schema): string => {
  if ($ref !== undefined) return link(nameIn({ $ref }));
  if (anyOf !== undefined) return [...new Set(anyOf.map(typeOf))].join(' or ');
  if (given.const !== undefined) return code(String(given.const));
  if (given.enum !== undefined) return given.enum.map(code).join(', ');
  if (items !== undefined) return inlineIn(items).length > 0 ? 'list' : `list of ${typeOf(items)}`;
  const name = type.replace('string', 'text').replace('integer', 'whole number');
  if (maxLength !== undefined && maxLength < 1_000) return `${name}, at most ${maxLength} characters`;
  const isLimited = maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER;
  return isLimited ? `${name}, at most ${maximum.toLocaleString('en')}` : name;
};

/** Each event type has the same fields, but its own data. */
const withoutRepeats = (rows: readonly string[]): string[] =>
  rows.filter((row, at) => row.startsWith('| `data` |') || rows.indexOf(row) === at);

const rowsOf = (schema: Schema, comments: Comments, prefix = ''): string[] =>
  inlineIn(schema).flatMap(({ properties = {}, required = [] }) =>
    Object.entries(properties).flatMap(([name, field]) => {
      const words = [required.includes(name) ? '' : 'optional', field.description ?? comments.get(name)];
      const row = `| ${code(prefix + name)} | ${typeOf(field)} | ${words.filter(Boolean).join('. ')} |`;
      return [row, ...(field.items ? rowsOf(field.items, comments, `${prefix}${name}[].`) : [])];
    }),
  );

/** Returns the one-line doc comment of each field, except `id`, whose meaning depends on the object. */
const commentsIn = (source: string): Comments =>
  new Map(
    [...source.matchAll(/\/\*\* (.+?)\.? \*\/\n\s*(?!id\b)(\w+)(?=[:,])/g)].map(
      ([, comment = '', field = '']) => [field, comment],
    ),
  );

const errorTable = (errors: typeof merchantErrors | typeof storeErrors): string => {
  const rows = Object.entries(errors).map(([name, { status, otherStatus, meaning, remedy }]) => {
    const statuses = [status, otherStatus].filter(Boolean).join(', ');
    return `| ${statuses} | ${code(name)} | ${meaning} | ${remedy} |`;
  });
  return table('| Status | `code` | Meaning | Do |', '|---|---|---|---|', ...rows);
};

const ofEachCall = ['invalid-key', 'missing-scope', 'browser-refused', 'rate-limited'];

const pathOf = (path: string): string => path.replaceAll(/:(\w+)/g, '{$1}');

const callOf = ({ method = 'GET', path, scope, request, reply }: MerchantEndpoint, given: Operation) => {
  const described = JSON.stringify(given.responses);
  const errors = Object.keys(merchantErrors).filter(
    (name) => described.includes(`${code(name)}: `) && !ofEachCall.includes(name),
  );
  const query = given.parameters?.filter((parameter) => parameter.in === 'query') ?? [];
  return table(
    `### ${method} ${pathOf(path)}\n\n${given.summary}.\n`,
    `- Scope: ${code(scope)}`,
    ...query.map(({ name }) => `- Query: ${code(name)}`),
    ...(request ? [`- Body: ${link(request)}`] : []),
    `- Response: ${link(reply)}`,
    `- Errors: ${errors.map(code).join(', ')}`,
  );
};

/** Returns the text of docs/reference.md. `source` is the schemas' code, whose comments describe the fields. */
export const apiReference = ({ paths, components }: ApiDocument, source: string): string => {
  const calls = Object.values(merchantEndpoints).flatMap((endpoint: MerchantEndpoint) => {
    const operation = paths[pathOf(endpoint.path)]?.[(endpoint.method ?? 'GET').toLowerCase()];
    return operation ? [callOf(endpoint, operation)] : [];
  });
  const objects = Object.entries(components.schemas).flatMap(([name, schema]) => {
    if (!source.includes(`  ${name}: `)) return [];
    const choices = (schema.oneOf ?? [schema]).map((each) => components.schemas[nameIn(each)] ?? each);
    const rows = choices.flatMap((each) => rowsOf(each, commentsIn(source)));
    return [table(`### ${name}\n`, '| Field | Type | |', '|---|---|---|', ...withoutRepeats(rows))];
  });
  return [
    '<!-- Written by tests/unit/contract/errors.test.ts. -->\n\n# API reference',
    "For the merchant's API (`/v1`), send `Authorization: Bearer KEY`, and `Content-Type: application/json` with a body. [integrate.md](integrate.md) shows how to use it.",
    `## Calls\n\nAn id in a path is a UUID that you choose; a customer's is the user pool's \`sub\`. A PUT returns 201, or 200 if you repeat it. Each call can also fail with ${ofEachCall.map(code).join(', ')}.`,
    ...calls,
    '## Objects',
    ...objects,
    "## Errors of the merchant's API\n\nAn error has a `code` for your program and a `detail` for your logs. No refused call changes anything. A wrong path, method, body size or content type gets 404, 405, 413 or 415.",
    errorTable(merchantErrors),
    '## Errors of the store API\n\nThe app gets these errors from `/api`. Their `detail` is for the customer. If there are two statuses, the second belongs to a repeated purchase.',
    `${errorTable(storeErrors)}\n`,
  ].join('\n\n');
};
