import { cacheControl, type HeaderParts, securityHeaders } from './headers.ts';

/** The longest line that Cloudflare Pages reads. */
const longestLine = 2_000;

/**
 * The `_headers` file of hosts such as Netlify and Cloudflare Pages. They add up all rules that fit an address, so that the
 * headers of pages go with everything, and a rule may only add to them.
 *
 * @throws Error for a header that is too long for them
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
