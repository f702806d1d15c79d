import type { Rolldown } from 'vite';

/** The fields of a built chunk that determine what loads with it. Module ids can have a query. */
export type BuiltChunk = Readonly<
  Pick<Rolldown.OutputChunk, 'fileName' | 'isEntry' | 'facadeModuleId' | 'moduleIds' | 'imports'>
>;

/**
 * Returns the chunks of a page's initial load. `sources` are absolute paths.
 *
 * @throws {Error} if no chunk contains a source, because the page's list of sources is then wrong
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
  // This loop also visits items that are added to the set while it runs.
  for (const { imports } of loaded)
    for (const chunk of chunks) if (imports.includes(chunk.fileName)) loaded.add(chunk);
  return [...loaded];
};
