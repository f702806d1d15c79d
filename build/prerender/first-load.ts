import type { Rolldown } from 'vite';

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
