/** The parameters of a request, by name. */
export type Parameters = ReadonlyMap<string, string>;

/** The parameters of a query or a form; undefined when one stands there twice, which OAuth forbids (RFC 6749, 3.1). */
export const readParameters = (input: URLSearchParams): Parameters | undefined => {
  const parameters = new Map(input);
  return parameters.size === input.size ? parameters : undefined;
};

/**
 * The address of the app that a request asks to be sent to; undefined for any address that is not the app's own. Use
 * what is returned: the text asked for may be read in more ways than one.
 */
export const readRedirectUri = (appOrigins: readonly string[], text: string | undefined): URL | undefined => {
  if (text === undefined || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  const isPlain = url.username === '' && url.password === '' && url.hash === '' && !text.includes('#');
  return isPlain && appOrigins.includes(url.origin) ? url : undefined;
};
