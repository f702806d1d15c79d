import { answerKinds, cacheControl, type HeaderParts, securityHeaders, transportHeaders } from './headers.ts';

/** @throws Error for what nginx would read as something else than this text */
const quote = (text: string): string => {
  if (/[$\\\r\n]/.test(text)) throw new Error(`nginx can’t send ${JSON.stringify(text)}`);
  return `"${text.replaceAll('"', '\\"')}"`;
};

const addHeaders = (headers: Iterable<readonly [name: string, value: string]>, end: string): string =>
  [...headers].map(([name, value]) => `add_header ${name} ${quote(value)}${end};\n`).join('');

/**
 * What nginx includes where it answers, by file names: one file for each kind of answer, and one for what it passes on,
 * whose own headers are the store's matter. Errors have the security headers as well.
 */
export const nginxFiles = (parts: HeaderParts): ReadonlyMap<string, string> =>
  new Map([
    ...answerKinds.map(
      (kind) =>
        [
          `${kind}.conf`,
          addHeaders(securityHeaders(kind, parts), ' always') +
            // What is missing now may be there with the next build.
            addHeaders([['Cache-Control', cacheControl[kind]]], kind === 'asset' ? '' : ' always'),
        ] as const,
    ),
    ['proxy.conf', addHeaders(transportHeaders(parts.https), ' always')],
  ]);
