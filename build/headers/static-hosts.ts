import { cacheControl, type HeaderParts, securityHeaders } from './headers.ts';

/** The maximum line length on Cloudflare Pages. */
const longestLine = 2_000;

/**
 * The `_headers` file of hosts such as Netlify and Cloudflare Pages. They combine all matching rules, so
 * every file gets the headers of pages, and other rules can only add headers.
 *
 * @throws Error for a header that is too long
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
