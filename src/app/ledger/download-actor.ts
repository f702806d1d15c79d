import type { QueryClient } from '@tanstack/react-query';
import { fromCallback } from 'xstate';
import { downloadMachine } from '#machines/lists/download.ts';
import type { DownloadEvent, DownloadInput } from '#machines/lists/download.types.ts';

/** One download, until `signal` aborts. */
export interface DownloadRun extends DownloadInput {
  readonly signal: AbortSignal;
  /** `total` is null while unknown. */
  readonly onProgress: (rows: number, total: number | null) => void;
  /** Reads a page with the client's retries. Its queries differ from those of other downloads. */
  readonly readPage: <Page>(key: unknown, read: () => Promise<Page>) => Promise<Page>;
}

let downloads = 0;

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : '');

/** @param load loads the code with the first download; `write` reads the rows with it and saves the file */
export const createDownload = <Code>(
  queryClient: QueryClient,
  load: () => Promise<Code>,
  write: (code: Code, run: DownloadRun) => Promise<void>,
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
