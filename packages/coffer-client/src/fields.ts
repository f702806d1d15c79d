/** Renames the fields of an object and of the objects in it. */
const rename = (value: unknown, toName: (name: string) => string): unknown => {
  if (Array.isArray(value)) return value.map((item) => rename(item, toName));
  // Leave a Date as it is.
  if (typeof value !== 'object' || value === null || 'toJSON' in value) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [toName(name), rename(field, toName)]),
  );
};

/** Returns a response with its field names in camel case. The API's names are in snake case. */
export const toCamelCase = (response: unknown): unknown =>
  rename(response, (name) => name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()));

/** Returns a request with its field names in snake case. */
export const toSnakeCase = (request: unknown): unknown =>
  rename(request, (name) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
