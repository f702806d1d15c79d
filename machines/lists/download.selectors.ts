import type { SnapshotFrom } from 'xstate';
import type { downloadMachine } from './download.ts';
import type { DownloadContext } from './download.types.ts';

type DownloadSnapshot = SnapshotFrom<typeof downloadMachine> | undefined;

type DownloadState = 'idle' | 'running' | 'saved' | 'failed';

export const selectDownloadState = (snapshot: DownloadSnapshot): DownloadState => {
  const value = snapshot?.value ?? 'idle';
  return typeof value === 'string' ? value : value.ended;
};

export const selectDownload = (snapshot: DownloadSnapshot): DownloadContext | undefined => snapshot?.context;
