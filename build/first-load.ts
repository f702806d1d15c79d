/** The parts of a built chunk that tell what else is loaded with it. Paths as in Rollup's output. */
export interface BuiltChunk {
  readonly fileName: string;
  readonly isEntry: boolean;
  /** The source file that it is loaded for; with a query when it is loaded for a part of the file. */
  readonly facadeModuleId: string | null;
  /** The source files in it; with a query where it holds only a part of the file. */
  readonly moduleIds: readonly string[];
  /** File names of the chunks that it imports statically. */
  readonly imports: readonly string[];
}

/**
 * The chunks that a page loads before it can be used: the entry, those that hold any part of the page's own source
 * files, and all that these import statically.
 *
 * @param sources absolute paths of the source files that the page loads by itself: its routes
 * @throws Error for a source file that no chunk holds: the page's list is wrong then, not small
 */
export function firstLoadOf<Chunk extends BuiltChunk>(
  chunks: readonly Chunk[],
  sources: readonly string[],
): Chunk[] {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const holdersOf = (source: string) => {
    const holders = chunks.filter(({ facadeModuleId, moduleIds }) =>
      [facadeModuleId, ...moduleIds].some((id) => id?.split('?', 1)[0] === source),
    );
    if (holders.length === 0) throw new Error(`No chunk holds ${source}`);
    return holders;
  };

  const loaded = new Set<Chunk>();
  const load = (chunk: Chunk) => {
    if (loaded.has(chunk)) return;
    loaded.add(chunk);
    for (const name of chunk.imports) {
      const imported = byName.get(name);
      if (imported !== undefined) load(imported);
    }
  };
  for (const chunk of [...chunks.filter(({ isEntry }) => isEntry), ...sources.flatMap(holdersOf)])
    load(chunk);
  return [...loaded];
}
