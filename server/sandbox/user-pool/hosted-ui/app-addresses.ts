/**
 * The address of the app that a request asks to be sent to; undefined for any address that is not the app's own. Use
 * what is returned: the text asked for may be read in more ways than one.
 */
export function readAppAddress(appOrigins: readonly string[], text: string | undefined): URL | undefined {
  if (text === undefined || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  const isPlain = url.username === '' && url.password === '' && url.hash === '' && !text.includes('#');
  return isPlain && appOrigins.includes(url.origin) ? url : undefined;
}

/** An address with more parameters in its query. */
export function withQuery(address: URL, parameters: Readonly<Record<string, string | undefined>>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) url.searchParams.set(name, value);
  }
  return url.href;
}
