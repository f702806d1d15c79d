import type { QueryClient } from '@tanstack/react-query';
import { fromCallback } from 'xstate';
import { downloadMachine } from '#machines/lists/download.ts';
import type { DownloadEvent, DownloadInput } from '#machines/lists/download.types.ts';

/** A download, which runs until it finishes or `signal` aborts. */
export interface DownloadRun extends DownloadInput {
  readonly signal: AbortSignal;
  /** `total` is null while it's unknown. */
  readonly onProgress: (rows: number, total: number | null) => void;
  /** Reads a page with the query client's retries. Each download has separate queries. */
  readonly readPage: <Page>(key: unknown, read: () => Promise<Page>) => Promise<Page>;
}

let downloads = 0;

/** Returns the download machine. Each download calls `load` for its code, then `write` to save the file. `write` returns false if the browser can't. */
export const createDownload = <Code>(
  queryClient: QueryClient,
  load: () => Promise<Code>,
  write: (code: Code, run: DownloadRun) => Promise<boolean>,
) => {
  const writeDownload = fromCallback<DownloadEvent, DownloadInput>(({ sendBack, input: { filter } }) => {
    const cancellation = new AbortController();
    const { signal } = cancellation;
    const send = (event: DownloadEvent) => signal.aborted || sendBack(event);
    const fail = (message: string) => send({ type: 'download.failed', message });
    const id = ++downloads;
    const run: DownloadRun = {
      filter,
      signal,
      onProgress: (rows, total) => send({ type: 'download.progressed', rows, total }),
      readPage: (key, read) =>
        queryClient.fetchQuery({ queryKey: ['download', id, key], queryFn: read, gcTime: 0 }),
    };
    load().then(
      (code) =>
        signal.aborted ||
        write(code, run).then(
          (isSaved) => send({ type: isSaved ? 'download.completed' : 'download.canceled' }),
          (error) => fail(error instanceof Error ? error.message : ''),
        ),
      // The code failed to load. The error's message isn't for customers.
      () => fail(''),
    );
    return () => cancellation.abort();
  });
  return downloadMachine.provide({ actors: { writeDownload } });
};
