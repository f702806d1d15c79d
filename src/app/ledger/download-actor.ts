import { fromCallback } from 'xstate';
import { downloadMachine } from '#machines/lists/download.ts';
import type { DownloadEvent, DownloadInput } from '#machines/lists/download.types.ts';

/** One download, until `signal` aborts. */
export interface DownloadRun extends DownloadInput {
  /** Differs for each download, so that canceling one doesn't affect the queries of others. */
  readonly id: number;
  readonly signal: AbortSignal;
  /** `total` is null while unknown. */
  readonly onProgress: (rows: number, total: number | null) => void;
}

let downloads = 0;

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : '');

/** @param load loads the code with the first download; `write` reads the rows with it and saves the file */
export const createDownload = <Code>(
  load: () => Promise<Code>,
  write: (code: Code, run: DownloadRun) => Promise<void>,
) => {
  const writeDownload = fromCallback<DownloadEvent, DownloadInput>(({ sendBack, input: { filter } }) => {
    const cancellation = new AbortController();
    const { signal } = cancellation;
    const send = (event: DownloadEvent) => signal.aborted || sendBack(event);
    const fail = (message: string) => send({ type: 'download.failed', message });
    downloads += 1;
    const run: DownloadRun = {
      filter,
      id: downloads,
      signal,
      onProgress: (rows, total) => send({ type: 'download.progressed', rows, total }),
    };
    load().then(
      (code) =>
        signal.aborted ||
        write(code, run).then(
          () => send({ type: 'download.completed' }),
          (error) => fail(messageOf(error)),
        ),
      // The cause isn't a message for customers.
      () => fail(''),
    );
    return () => cancellation.abort();
  });
  return downloadMachine.provide({ actors: { writeDownload } });
};
