import * as v from 'valibot';
import { merchantErrors, storeErrors } from '#contract/errors.ts';
import { type MerchantEndpoint, merchantEndpoints } from '#contract/merchant/endpoints.ts';
import { merchantReplySchemas } from '#contract/merchant/replies.ts';
import { merchantRequestSchemas } from '#contract/merchant/requests.ts';

interface Schema {
  readonly $ref?: string | undefined;
  readonly type?: string | undefined;
  readonly description?: string | undefined;
  readonly const?: unknown;
  readonly enum?: readonly unknown[] | undefined;
  readonly maximum?: number | undefined;
  readonly maxLength?: number | undefined;
  readonly anyOf?: readonly Schema[] | undefined;
  readonly oneOf?: readonly Schema[] | undefined;
  readonly items?: Schema | undefined;
  readonly required?: readonly string[] | undefined;
  readonly properties?: Readonly<Record<string, Schema>> | undefined;
}
const schemas = v.custom<Readonly<Record<string, Schema>>>((given) => typeof given === 'object');

const operation = v.object({
  summary: v.string(),
  parameters: v.array(v.object({ name: v.string(), in: v.string() })),
  responses: v.record(v.string(), v.object({ description: v.string() })),
});
const documentSchema = v.object({
  paths: v.record(v.string(), v.record(v.string(), v.unknown())),
  components: v.object({ schemas }),
});

const code = (value: unknown): string => `\`${String(value)}\``;
const link = (name: string): string => `[${name}](#${name.toLowerCase()})`;

const typeOf = ({ $ref, type = 'any', items, anyOf, maximum = Infinity, ...given }: Schema): string => {
  if ($ref !== undefined) return link($ref.replace(/^.*\//, ''));
  if (anyOf !== undefined) return [...new Set(anyOf.map(typeOf))].join(' or ');
  if (given.const !== undefined) return code(given.const);
  if (given.enum !== undefined) return given.enum.map(code).join(', ');
  if (items !== undefined) return items.properties ? 'list' : `list of ${typeOf(items)}`;
  const limit =
    given.maxLength !== undefined && given.maxLength < 1_000 ? `, at most ${given.maxLength} characters` : '';
  const most = maximum < Number.MAX_SAFE_INTEGER ? `, at most ${maximum.toLocaleString('en')}` : '';
  return `${type.replace('string', 'text').replace('integer', 'whole number')}${limit}${most}`;
};

const rowsOf = (
  { properties = {}, required = [] }: Schema,
  comments: ReadonlyMap<string, string>,
  prefix = '',
): string[] =>
  Object.entries(properties).flatMap(([name, field]) => {
    const words = [required.includes(name) ? '' : 'optional', field.description ?? comments.get(name) ?? ''];
    const row = `| ${code(prefix + name)} | ${typeOf(field)} | ${words.filter(Boolean).join('. ')} |`;
    return [row, ...(field.items ? rowsOf(field.items, comments, `${prefix}${name}[].`) : [])];
  });

/** Reads the one-line comments of fields. `id` means something different in each object. */
const commentsIn = (source: string): ReadonlyMap<string, string> =>
  new Map(
    [...source.matchAll(/\/\*\* (.+?)\.? \*\/\n\s*(?!id\b)(\w+)(?=[:,])/g)].map(
      ([, comment = '', field = '']) => [field, comment],
    ),
  );

const objectOf = (name: string, schema: Schema, comments: ReadonlyMap<string, string>): string => {
  const rows = new Set((schema.oneOf ?? [schema]).flatMap((variant) => rowsOf(variant, comments)));
  return [`### ${name}\n`, '| Field | Type | |', '|---|---|---|', ...rows].join('\n');
};

const errorTable = (
  errors: Readonly<
    Record<string, { status: number; otherStatus?: number | undefined; meaning: string; remedy: string }>
  >,
): string =>
  [
    '| Status | `code` | Meaning | Do |',
    '|---|---|---|---|',
    ...Object.entries(errors).map(
      ([name, { status, otherStatus, meaning, remedy }]) =>
        `| ${[status, otherStatus].filter(Boolean).join(', ')} | ${code(name)} | ${meaning} | ${remedy} |`,
    ),
  ].join('\n');

const common = ['invalid-key', 'missing-scope', 'browser-refused', 'rate-limited'];

const callOf = (
  { method = 'GET', path, scope, request, reply }: MerchantEndpoint,
  given: unknown,
): string => {
  const { summary, parameters, responses } = v.parse(operation, given);
  const described = Object.values(responses).map(({ description }) => description);
  const errors = Object.keys(merchantErrors).filter((name) => described.join().includes(`\`${name}\`: `));
  return [
    `### ${method} ${pathOf(path)}\n`,
    `${summary}.\n`,
    `- Scope: ${code(scope)}`,
    ...parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => `- Query: ${code(name)}`),
    ...(request ? [`- Body: ${link(request)}`] : []),
    `- Response: ${link(reply)}`,
    `- Errors: ${
      errors
        .filter((name) => !common.includes(name))
        .map(code)
        .join(', ') || 'only common ones'
    }`,
  ].join('\n');
};

const pathOf = (path: string): string => path.replaceAll(/:(\w+)/g, '{$1}');

/**
 * Returns docs/reference.md.
 *
 * @param document the store's OpenAPI document
 * @param sources of `contract/merchant`, whose comments explain fields
 */
export const apiReference = (document: unknown, sources: readonly string[]): string => {
  const { paths, components } = v.parse(documentSchema, document);
  const comments = commentsIn(sources.join('\n'));
  const calls = Object.values(merchantEndpoints).map((call: MerchantEndpoint) =>
    callOf(call, paths[pathOf(call.path)]?.[(call.method ?? 'GET').toLowerCase()]),
  );
  const objects = Object.keys({ ...merchantRequestSchemas, ...merchantReplySchemas })
    .map((name) => [name, components.schemas[name]] as const)
    .flatMap(([name, schema]) => (schema ? [objectOf(name, schema, comments)] : []));
  return [
    '<!-- Written by tests/unit/contract/reference.test.ts. -->',
    '# API reference',
    "For the merchant's API (`/v1`), send `Authorization: Bearer KEY`, and `Content-Type: application/json` with a body. [integrate.md](integrate.md) shows how to use it.",
    `## Calls\n\nAn id in a path is a UUID that you choose; a customer's is the user pool's \`sub\`. A PUT returns 201, or 200 if you repeat it. Any call can also fail with ${common.map(code).join(', ')}.`,
    ...calls,
    '## Objects',
    ...objects,
    "## Errors of the merchant's API",
    'An error has a `code` for your program and a `detail` for your logs. No refused call changes anything. A wrong path, method, body size or content type gets 404, 405, 413 or 415.',
    errorTable(merchantErrors),
    '## Errors of the store API',
    'The app gets these errors from `/api`. Their `detail` is for the customer. If there are two statuses, the second belongs to a repeated purchase.',
    errorTable(storeErrors),
  ]
    .join('\n\n')
    .concat('\n');
};
