import { answerKinds, cacheControl, type HeaderParts, securityHeaders, transportHeaders } from './headers.ts';

/** @throws Error for text that nginx would interpret */
const quote = (text: string): string => {
  if (/[$\\\r\n]/.test(text)) throw new Error(`nginx can’t send ${JSON.stringify(text)}`);
  return `"${text.replaceAll('"', '\\"')}"`;
};

const addHeaders = (headers: Iterable<readonly [name: string, value: string]>, end: string): string =>
  [...headers].map(([name, value]) => `add_header ${name} ${quote(value)}${end};\n`).join('');

/** One file per kind of answer, and one for answers of the proxied store. Errors have the headers too. */
export const nginxFiles = (parts: HeaderParts): ReadonlyMap<string, string> =>
  new Map([
    ...answerKinds.map(
      (kind) =>
        [
          `${kind}.conf`,
          addHeaders(securityHeaders(kind, parts), ' always') +
            // No caching of a missing asset, because the next build may add it.
            addHeaders([['Cache-Control', cacheControl[kind]]], kind === 'asset' ? '' : ' always'),
        ] as const,
    ),
    ['proxy.conf', addHeaders(transportHeaders(parts.https), ' always')],
  ]);
