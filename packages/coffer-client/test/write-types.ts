import * as v from 'valibot';

const documentSchema = v.object({
  components: v.object({ schemas: v.record(v.string(), v.record(v.string(), v.unknown())) }),
});

/** Client type names by OpenAPI schema name. */
const interfaces = {
  Customer: 'Customer',
  Customers: 'Customers',
  Grant: 'Grant',
  ListedGrant: 'ListedGrant',
  Grants: 'Grants',
  Spend: 'Spend',
  SpendDone: 'SpendDone',
  SpendRefused: 'SpendRefused',
  Hold: 'Hold',
  Purchase: 'Purchase',
  TopUpCharge: 'TopUp',
  TopUpPause: 'TopUpPause',
  SpendingLimitReached: 'SpendingLimitReached',
  Erased: 'Erased',
  ExpiredGrant: 'ExpiredGrant',
  Usage: 'Usage',
  SpendRequest: 'SpendRequest',
  ReturnRequest: 'ReturnRequest',
  HoldRequest: 'HoldRequest',
  ExtendRequest: 'ExtendRequest',
  GrantRequest: 'GrantRequest',
} as const;

type Schema = Readonly<Record<string, unknown>>;

const recordSchema = v.record(v.string(), v.unknown());
const asSchema = (value: unknown): Schema => v.parse(recordSchema, value);
const asSchemas = (value: unknown): Schema[] => v.parse(v.array(recordSchema), value);

const nameIn = ({ $ref }: Schema): string => String($ref).replace('#/components/schemas/', '');

const camelCase = (name: string) => name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Client type names by the schema names that a `$ref` can contain, including unions. */
const types = new Map<string, string>([...Object.entries(interfaces), ['Event', 'CofferEvent']]);

/** Returns a schema's TypeScript type. @throws {Error} for an unknown schema, rather than returning `unknown`. */
const typeOf = (schema: Schema): string => {
  if (schema['$ref'] !== undefined) return v.parse(v.string(), types.get(nameIn(schema)));
  const choices = schema['anyOf'] ?? schema['oneOf'];
  if (choices !== undefined) return asSchemas(choices).map(typeOf).join(' | ');
  if (schema['enum'] !== undefined)
    return v
      .parse(v.array(v.union([v.string(), v.number()])), schema['enum'])
      .map((value) => (typeof value === 'string' ? `'${value}'` : value))
      .join(' | ');
  if (schema['const'] !== undefined) return JSON.stringify(schema['const']).replaceAll('"', "'");
  switch (schema['type']) {
    case 'string':
      return 'string';
    case 'integer':
    case 'number':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'null':
      return 'null';
    case 'array':
      return arrayOf(asSchema(schema['items']));
    case 'object':
      return `{\n${fieldsOf(schema)}}`;
    default:
      throw new Error(`No type for ${JSON.stringify(schema)}`);
  }
};

const arrayOf = (items: Schema): string =>
  items['anyOf'] === undefined ? `${typeOf(items)}[]` : `(${typeOf(items)})[]`;

const fieldsOf = (schema: Schema): string => {
  const required = v.parse(v.optional(v.array(v.string()), []), schema['required']);
  const fields = Object.entries(asSchema(schema['properties'])).map(([field, given]) => {
    const described = asSchema(given);
    const description = described['description'];
    const comment = typeof description === 'string' ? `  /** ${description} */\n` : '';
    const isRequired = required.includes(field);
    return `${comment}  readonly ${camelCase(field)}${isRequired ? '' : '?'}: ${typeOf(described)}${isRequired ? '' : ' | undefined'};\n`;
  });
  return fields.join('');
};

const writeInterface = (name: string, schema: Schema): string =>
  `export interface ${name} {\n${fieldsOf(schema)}}\n`;

/** Generates the client's types from the store's OpenAPI document. */
export const writeTypes = (document: unknown): string => {
  const { schemas } = v.parse(documentSchema, document).components;
  const find = (name: string): Schema => asSchema(schemas[name]);
  const events = asSchemas(find('Event')['oneOf']).map((event) => typeOf(find(nameIn(event))));
  const { code } = asSchema(find('Refusal')['properties']);
  const { items: entry } = asSchema(asSchema(find('CustomerActivity')['properties'])['entries']);
  return [
    '// Written by test/contract.test.ts from the store’s OpenAPI document.\n',
    ...Object.entries(interfaces).map(([schema, name]) =>
      writeInterface(name, find(schema)).replace(typeOf(asSchema(code)), 'RefusalCode'),
    ),
    `export type CofferEvent = ${events.join(' | ')};\n`,
    // The client sends an id with every spend, so each refusal has one.
    'export type SpendResult = SpendDone | (SpendRefused & { readonly id: string });\n',
    'export interface SpendBatch {\n  readonly results: SpendResult[];\n}\n',
    writeInterface('ActivityEntry', asSchema(entry)),
    'export interface Activity {\n  readonly entries: ActivityEntry[];\n  readonly next: string | null;\n}\n',
    'export interface Events {\n  readonly events: CofferEvent[];\n}\n',
    `export type RefusalCode =${typeOf(asSchema(code))
      .split(' | ')
      .map((value) => `\n  | ${value}`)
      .join('')};\n`,
  ].join('\n');
};
