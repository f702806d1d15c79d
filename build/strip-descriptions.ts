import type { Plugin } from 'vite';
import { keyOf, objectLiteralsIn, programOf, propertiesOf, textOf } from './machines/syntax.ts';

/** A machine's source without the descriptions of its states and transitions. Keeps line numbers. */
export const withoutDescriptions = (file: string, source: string): string => {
  let stripped = source;
  const descriptions = objectLiteralsIn(programOf(file, source))
    .flatMap(propertiesOf)
    .filter((property) => keyOf(property) === 'description' && textOf(property.value) !== undefined);
  for (const { start, end } of descriptions.reverse()) {
    const comma = /^\s*,/.exec(stripped.slice(end))?.[0].length ?? 0;
    const lines = stripped.slice(start, end + comma).replaceAll(/[^\n]/g, '');
    stripped = stripped.slice(0, start) + lines + stripped.slice(end + comma);
  }
  return stripped;
};

/** Removes the machines' descriptions from the build. They would add a kilobyte to the first page. */
export const stripDescriptions = (): Plugin => ({
  name: 'strip-descriptions',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/machines\/([\w-]+\/)?[\w-]+\.ts$/ },
    handler: (source, id) => ({ code: withoutDescriptions(id, source), map: null }),
  },
});
