import { answerKinds, cacheControl, type HeaderParts, securityHeaders, transportHeaders } from './headers.ts';

/** Quotes text for nginx. @throws {Error} if nginx would interpret the text */
const quote = (text: string): string => {
  if (/[$\\\r\n]/.test(text)) throw new Error(`nginx can’t send ${JSON.stringify(text)}`);
  return `"${text.replaceAll('"', '\\"')}"`;
};

const addHeaders = (headers: Iterable<readonly [name: string, value: string]>, end: string): string =>
  [...headers].map(([name, value]) => `add_header ${name} ${quote(value)}${end};\n`).join('');

/** Returns nginx include files by name: one for each kind of response, and one for the proxied store. */
export const nginxFiles = (parts: HeaderParts): ReadonlyMap<string, string> =>
  new Map([
    ...answerKinds.map(
      (kind) =>
        [
          `${kind}.conf`,
          addHeaders(securityHeaders(kind, parts), ' always') +
            // Browsers don't cache a missing asset, because the next build can add it.
            addHeaders([['Cache-Control', cacheControl[kind]]], kind === 'asset' ? '' : ' always'),
        ] as const,
    ),
    ['proxy.conf', addHeaders(transportHeaders(parts.https), ' always')],
  ]);

/** The maximum line length on Cloudflare Pages. */
const longestLine = 2_000;

/**
 * Returns the `_headers` file for hosts such as Netlify and Cloudflare Pages. These hosts combine all matching rules:
 * every file gets the headers of pages, and other rules only add headers.
 *
 * @throws {Error} if a header is too long
 */
export const headersFile = (parts: HeaderParts): string => {
  const rules: readonly (readonly [path: string, headers: Iterable<readonly [string, string]>])[] = [
    ['/*', securityHeaders('page', parts)],
    ['/assets/*', [['Cache-Control', cacheControl.asset]]],
    ['/config.json', [['Cache-Control', cacheControl.config]]],
  ];
  const lines = rules.flatMap(([path, headers]) => [
    path,
    ...[...headers].map(([name, value]) => `  ${name}: ${value}`),
  ]);
  const long = lines.find((line) => line.length > longestLine);
  if (long !== undefined)
    throw new Error(`A header takes ${long.length} characters of ${longestLine}: ${long.slice(0, 40)}…`);
  return `${lines.join('\n')}\n`;
};
