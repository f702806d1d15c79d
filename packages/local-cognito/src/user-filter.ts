import * as v from 'valibot';

const filterSyntax = /^\s*(\w+)\s*(\^?=)\s*"(.*)"\s*$/;
const nameSchema = v.picklist(['sub', 'email']);

/** Reads a filter such as `email ^= "anna@"`; undefined if it is wrong, or has another attribute. The value is in lowercase. */
export const readUserFilter = (filter: string) => {
  const [, name, comparison, value = ''] = filterSyntax.exec(filter) ?? [];
  if (!v.is(nameSchema, name)) return undefined;
  return { name, isPrefix: comparison === '^=', value: value.toLowerCase() };
};
