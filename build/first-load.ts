import { resolve } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

/** The most JavaScript that /login may load at first, in bytes of brotli. */
export const firstLoadLimit = 110_000;

/** The most CSS that the first paint of /login may wait for, in bytes of brotli. */
export const firstStylesLimit = 6_000;

/** The parts of a built chunk that tell what else is loaded with it. Ids have a query where it holds only a part of a file. */
export type BuiltChunk = Readonly<
  Pick<Rolldown.OutputChunk, 'fileName' | 'isEntry' | 'facadeModuleId' | 'moduleIds' | 'imports'>
>;

/**
 * The chunks that a page loads before it can be used: the entry, those that hold any part of the page's own source
 * files, and all that these import statically.
 *
 * @param sources absolute paths of the source files that the page loads by itself: its routes
 * @throws Error for a source file that no chunk holds: the page's list is wrong then, not small
 */
export const firstLoadOf = <Chunk extends BuiltChunk>(
  chunks: readonly Chunk[],
  sources: readonly string[],
): Chunk[] => {
  const chunksWith = (source: string) => {
    const found = chunks.filter(({ facadeModuleId, moduleIds }) =>
      [facadeModuleId, ...moduleIds].some((id) => id?.split('?', 1)[0] === source),
    );
    if (found.length === 0) throw new Error(`No chunk holds ${source}`);
    return found;
  };
  const loaded = new Set([...chunks.filter(({ isEntry }) => isEntry), ...sources.flatMap(chunksWith)]);
  // A set's iterator also visits what is added to it meanwhile.
  for (const { imports } of loaded)
    for (const chunk of chunks) if (imports.includes(chunk.fileName)) loaded.add(chunk);
  return [...loaded];
};

const inBytes = new Intl.NumberFormat('en-US');

/**
 * Fails the build when a page's first load of scripts or styles outgrows its budget, with a table that says what weighs
 * how much: as it is sent, which is compressed by brotli where a file is not too small for it.
 *
 * @param page the page, for the report
 * @param routes the files of the page's routes whose code is split off, relative to the project
 */
export const firstLoadBudget = (page: string, routes: readonly string[]): Plugin => {
  let root = '';
  const bytesSent = (bundle: Rolldown.OutputBundle, fileName: string): number => {
    const output = bundle[`${fileName}.br`] ?? bundle[fileName];
    return Buffer.byteLength(output?.type === 'asset' ? output.source : (output?.code ?? ''));
  };
  return {
    name: 'first-load-budget',
    apply: 'build',
    configResolved(config) {
      root = config.root;
    },
    writeBundle(_options, bundle) {
      const outputs = Object.values(bundle);
      const chunks = firstLoadOf(
        outputs.filter((output) => output.type === 'chunk'),
        routes.map((route) => resolve(root, route)),
      );
      // A script that is no chunk is one that every page runs before its first paint.
      const blocking = outputs.filter(({ type, fileName }) => type === 'asset' && fileName.endsWith('.js'));
      const styles = new Set(chunks.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]));
      const loads = [
        { kind: 'scripts', limit: firstLoadLimit, files: [...chunks, ...blocking].map((it) => it.fileName) },
        { kind: 'styles', limit: firstStylesLimit, files: [...styles] },
      ];
      for (const { kind, limit, files } of loads) {
        const weighed = files.map((fileName) => ({ fileName, bytes: bytesSent(bundle, fileName) }));
        const total = weighed.reduce((sum, { bytes }) => sum + bytes, 0);
        const line = `First load of ${page}: ${inBytes.format(total)} bytes of ${kind} (brotli) in ${files.length} files, ${inBytes.format(limit)} allowed`;
        const rows = weighed
          .sort((a, b) => b.bytes - a.bytes)
          .map(({ fileName, bytes }) => `${inBytes.format(bytes).padStart(10)}  ${fileName}`);
        if (total <= limit) this.info(line);
        else this.error([line, ...rows].join('\n'));
      }
    },
  };
};
