import type { SnapshotFrom } from 'xstate';
import type { downloadMachine } from './download.ts';
import type { DownloadContext } from './download.types.ts';

export type DownloadSnapshot = SnapshotFrom<typeof downloadMachine>;

export type DownloadState = 'idle' | 'running' | 'saved' | 'failed';

export const selectDownloadState = ({ value }: DownloadSnapshot): DownloadState =>
  typeof value === 'string' ? value : value.ended;

export const selectDownload = ({ context }: DownloadSnapshot): DownloadContext => context;
