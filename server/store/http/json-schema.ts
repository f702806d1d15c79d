import * as v from 'valibot';

export type JsonSchema = Readonly<Record<string, unknown>>;

/** The parts of valibot's schemas and actions that the API's wire form is made of. */
const nodeSchema = v.variant('type', [
  v.object({ type: v.literal('object'), entries: v.record(v.string(), v.unknown()) }),
  v.object({ type: v.literal('array'), item: v.unknown() }),
  v.object({ type: v.literal('variant'), options: v.array(v.unknown()) }),
  v.object({ type: v.literal('literal'), literal: v.string() }),
  v.object({ type: v.literal('picklist'), options: v.array(v.string()) }),
  v.object({ type: v.picklist(['optional', 'nullish']), wrapped: v.unknown() }),
  v.object({ type: v.picklist(['string', 'number']), pipe: v.optional(v.array(v.unknown()), []) }),
]);

const ruleSchema = v.variant('type', [
  v.object({ type: v.picklist(['min_length', 'max_length', 'min_value']), requirement: v.number() }),
  v.object({ type: v.literal('regex'), requirement: v.instance(RegExp) }),
  v.object({ type: v.picklist(['safe_integer', 'trim', 'string', 'number']) }),
]);

/**
 * A valibot schema as JSON Schema, for what clients send.
 *
 * @throws when the schema uses something that is not translated here
 */
export function toJsonSchema(schema: unknown): JsonSchema {
  const node = v.parse(nodeSchema, schema);
  switch (node.type) {
    case 'object': {
      const entries = Object.entries(node.entries);
      return {
        type: 'object',
        properties: Object.fromEntries(entries.map(([name, entry]) => [name, toJsonSchema(entry)])),
        required: entries.filter(([, entry]) => !isOptional(entry)).map(([name]) => name),
      };
    }
    case 'array':
      return { type: 'array', items: toJsonSchema(node.item) };
    case 'variant':
      return { type: 'object', oneOf: node.options.map(toJsonSchema) };
    case 'literal':
      return { const: node.literal };
    case 'picklist':
      return { type: 'string', enum: node.options };
    case 'optional':
      return toJsonSchema(node.wrapped);
    case 'nullish':
      return { anyOf: [toJsonSchema(node.wrapped), { type: 'null' }] };
    default:
      return Object.assign({ type: node.type }, ...node.pipe.map(toKeywords));
  }
}

function isOptional(entry: unknown): boolean {
  const { type } = v.parse(nodeSchema, entry);
  return type === 'optional' || type === 'nullish';
}

function toKeywords(rule: unknown): JsonSchema {
  const read = v.parse(ruleSchema, rule);
  switch (read.type) {
    case 'min_length':
      return { minLength: read.requirement };
    case 'max_length':
      return { maxLength: read.requirement };
    case 'min_value':
      return { minimum: read.requirement };
    case 'regex':
      return { pattern: read.requirement.source };
    case 'safe_integer':
      return { type: 'integer' };
    default:
      return {};
  }
}
