/** The parts of a built chunk that tell what else is loaded with it. Paths as in Rollup's output. */
export interface BuiltChunk {
  readonly fileName: string;
  readonly isEntry: boolean;
  /** The source file that the chunk stands for, with a query when it is a part of that file. */
  readonly facadeModuleId: string | null;
  /** File names of the chunks that it imports statically. */
  readonly imports: readonly string[];
}

/**
 * The chunks that a page loads before it can be used: the entry, the chunks of its own source files that are split
 * off, and all that these import statically.
 *
 * @param sources absolute paths of the source files that the page loads dynamically: its routes
 * @throws Error for a source file that exists in no chunk: the page's list is wrong then, not small
 */
export function firstLoadOf<Chunk extends BuiltChunk>(
  chunks: readonly Chunk[],
  sources: readonly string[],
): Chunk[] {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const splitFrom = (source: string) => {
    const parts = chunks.filter(({ facadeModuleId }) => facadeModuleId?.split('?', 1)[0] === source);
    if (parts.length === 0) throw new Error(`No chunk was built for ${source}`);
    return parts;
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
  for (const chunk of [...chunks.filter(({ isEntry }) => isEntry), ...sources.flatMap(splitFrom)])
    load(chunk);
  return [...loaded];
}
