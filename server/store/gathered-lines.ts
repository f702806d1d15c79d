/** How long a line waits for others, in milliseconds. */
const gatheringMs = 50;
/** As much as a pipe takes at once, and Docker as one piece. */
const maxGathered = 16 * 1024;

/** Text that is written with what comes soon after it: each write is an entry into the kernel, and wakes whoever reads it. */
export interface GatheredLines {
  write(line: string): void;
  /** Writes at once what is still there. */
  flush(): void;
}

/**
 * Gathers lines for at most 50 ms, and until this process ends: at its end, an error that nobody caught included, all of them are
 * written. Only `kill -9` loses those of the last moment.
 *
 * @param writeOut writes in order, and before it returns
 */
export const gatherLines = (writeOut: (text: string) => void): GatheredLines => {
  let gathered = '';
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    const text = gathered;
    gathered = '';
    if (text !== '') writeOut(text);
  };
  process.once('exit', flush);
  return {
    write(line) {
      if (gathered.length + line.length > maxGathered) flush();
      gathered += line;
      timer ??= setTimeout(flush, gatheringMs).unref();
    },
    flush,
  };
};
