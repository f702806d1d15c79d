/** The parameters of a request, by name. */
export type Parameters = ReadonlyMap<string, string>;

/** The parameters of a query or a form; undefined when one stands there twice, which OAuth forbids (RFC 6749, 3.1). */
export function readParameters(input: URLSearchParams): Parameters | undefined {
  const parameters = new Map(input);
  return parameters.size === input.size ? parameters : undefined;
}
