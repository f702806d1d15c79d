import { resolve } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import type { ChunkBudget, PageBudget } from './chunk-budgets.ts';

/** The parts of a built chunk that determine what loads with it. Ids of partial files have a query. */
export type BuiltChunk = Readonly<
  Pick<Rolldown.OutputChunk, 'fileName' | 'isEntry' | 'facadeModuleId' | 'moduleIds' | 'imports'>
>;

/**
 * The chunks that a page loads before its first use. `sources` are absolute paths.
 *
 * @throws Error for a source in no chunk, because then the page's list is wrong
 */
export const firstLoadOf = <Chunk extends BuiltChunk>(
  chunks: readonly Chunk[],
  sources: readonly string[],
): Chunk[] => {
  const chunksWith = (source: string) => {
    const found = chunks.filter(({ facadeModuleId, moduleIds }) =>
      [facadeModuleId, ...moduleIds].some((id) => id?.split('?', 1)[0] === source),
    );
    if (found.length === 0) throw new Error(`No chunk contains ${source}`);
    return found;
  };
  const loaded = new Set([...chunks.filter(({ isEntry }) => isEntry), ...sources.flatMap(chunksWith)]);
  // A set's iterator also visits items added during the loop.
  for (const { imports } of loaded)
    for (const chunk of chunks) if (imports.includes(chunk.fileName)) loaded.add(chunk);
  return [...loaded];
};

/** A built file's name without its folder and hash. */
export const stableName = (fileName: string): string =>
  fileName.replace(/^.*\//, '').replace(/-[\w-]{8}(\.\w+)$/, '$1');

const inBytes = new Intl.NumberFormat('en-US');

const line = (bytes: number, limit: number, name: string): string =>
  `${inBytes.format(bytes).padStart(9)} of ${inBytes.format(limit).padStart(9)}  ${name}`;

interface Weighed {
  readonly fileName: string;
  readonly bytes: number;
}

/** The table of sizes, and all problems: files over budget, files without one, budgets without a file. */
export const weigh = (files: readonly Weighed[], budgets: readonly ChunkBudget[]) => {
  const named = files.map(({ fileName, bytes }) => ({ name: stableName(fileName), bytes }));
  const limits = new Map(budgets.map(({ name, limit }) => [name, limit]));
  const problems = [
    ...named.flatMap(({ name, bytes }, index) => {
      const limit = limits.get(name);
      if (limit === undefined) return [`${name} has no budget`];
      if (named.findIndex((other) => other.name === name) !== index) return [`${name} is in the build twice`];
      return bytes > limit
        ? [`${name} takes ${inBytes.format(bytes)} bytes of ${inBytes.format(limit)}`]
        : [];
    }),
    ...budgets.flatMap(({ name }) =>
      named.some((file) => file.name === name) ? [] : [`${name} has a budget, but is not in the build`],
    ),
  ];
  const rows = named
    .toSorted((a, b) => b.bytes - a.bytes)
    .map(({ name, bytes }) => line(bytes, limits.get(name) ?? 0, name));
  return { rows, problems };
};

/** Prints sizes. Fails the build if one exceeds its budget, or if files and budgets don't match. */
export const budgets = (chunkBudgets: readonly ChunkBudget[], pageBudgets: readonly PageBudget[]): Plugin => {
  let root = '';
  const bytesSent = (bundle: Rolldown.OutputBundle, fileName: string): number => {
    const output = bundle[`${fileName}.br`] ?? bundle[fileName];
    return Buffer.byteLength(output?.type === 'asset' ? output.source : (output?.code ?? ''));
  };
  return {
    name: 'budgets',
    apply: 'build',
    configResolved(config) {
      root = config.root;
    },
    writeBundle(_options, bundle) {
      const outputs = Object.values(bundle);
      const chunks = outputs.filter((output) => output.type === 'chunk');
      const weighed = outputs
        .filter(({ fileName }) => /\.(?:js|css)$/.test(fileName))
        .map(({ fileName }) => ({ fileName, bytes: bytesSent(bundle, fileName) }));
      const { rows, problems } = weigh(weighed, chunkBudgets);
      const total = (fileNames: readonly string[]) =>
        fileNames.reduce((sum, fileName) => sum + bytesSent(bundle, fileName), 0);

      const loads = pageBudgets.flatMap(({ page, sources, scripts, styles }) => {
        const loaded = firstLoadOf(
          chunks,
          sources.map((source) => resolve(root, source)),
        );
        const sheets = new Set(loaded.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]));
        return [
          {
            name: `${page}, scripts`,
            limit: scripts,
            bytes: total(loaded.map(({ fileName }) => fileName)),
          },
          { name: `${page}, styles`, limit: styles, bytes: total([...sheets]) },
        ];
      });
      this.info(
        [
          'Bytes as they are sent, and how many there may be',
          ...rows,
          ...loads.map(({ bytes, limit, name }) => line(bytes, limit, `first load of ${name}`)),
        ].join('\n'),
      );
      for (const { bytes, limit, name } of loads)
        if (bytes > limit)
          problems.push(
            `The first load of ${name} takes ${inBytes.format(bytes)} bytes of ${inBytes.format(limit)}`,
          );
      if (problems.length > 0) this.error(problems.join('\n'));
    },
  };
};
