const gatheringMs = 50;
/** Maximum bytes that a pipe and Docker accept in one piece. */
const maxGathered = 16 * 1024;

/**
 * Collects lines for up to 50 ms, because each write is a system call that wakes the reader. Only `kill -9` loses
 * lines. @param writeOut must be synchronous
 */
export const gatherLines = (writeOut: (text: string) => void) => {
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
    write(line: string): void {
      if (gathered.length + line.length > maxGathered) flush();
      gathered += line;
      timer ??= setTimeout(flush, gatheringMs).unref();
    },
    flush,
  };
};
