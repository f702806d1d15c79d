import { fromCallback } from 'xstate';
import { downloadMachine } from '#machines/download.ts';
import type { DownloadEvent, DownloadInput } from '#machines/download.types.ts';

/** One download, until `signal` aborts. */
export interface DownloadRun extends DownloadInput {
  /** Differs for each download, so that canceling one doesn't affect the queries of others. */
  readonly id: number;
  readonly signal: AbortSignal;
  /** `total` is null while unknown. */
  readonly onProgress: (rows: number, total: number | null) => void;
}

let downloads = 0;

/** @param load loads the code with the first download; `write` reads the rows with it and saves the file */
export const createDownload = <Code>(
  load: () => Promise<Code>,
  write: (code: Code, run: DownloadRun) => Promise<void>,
) => {
  const writeDownload = fromCallback<DownloadEvent, DownloadInput>(({ sendBack, input }) => {
    const cancellation = new AbortController();
    const { signal } = cancellation;
    const fail = (message: string) => signal.aborted || sendBack({ type: 'download.failed', message });
    downloads += 1;
    const run: DownloadRun = {
      ...input,
      id: downloads,
      signal,
      onProgress: (rows, total) => sendBack({ type: 'download.progressed', rows, total }),
    };
    load().then(
      async (code) => {
        if (signal.aborted) return;
        await write(code, run).then(
          () => sendBack({ type: 'download.completed' }),
          (error: unknown) => fail(error instanceof Error ? error.message : ''),
        );
      },
      // The cause isn't a message for customers.
      () => fail(''),
    );
    return () => cancellation.abort();
  });
  return downloadMachine.provide({ actors: { writeDownload } });
};
