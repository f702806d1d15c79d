import { assign, fromCallback, setup } from 'xstate';
import { eventAs, unimplemented } from '../shared.ts';
import type { DownloadContext, DownloadEvent, DownloadInput } from './download.types.ts';

/** Downloads all rows that match a list's filter, as one file. */
export const downloadMachine = setup({
  types: { context: {} as DownloadContext, events: {} as DownloadEvent },
  actors: { writeDownload: fromCallback<DownloadEvent, DownloadInput>(unimplemented) },
  actions: {
    begin: assign(({ event }) => ({
      filter: eventAs(event, 'download.requested').filter,
      rows: 0,
      total: null,
      problem: '',
    })),
    countRows: assign(({ event }) => {
      const { rows, total } = eventAs(event, 'download.progressed');
      return { rows, total };
    }),
    setProblem: assign(({ event }) => ({ problem: eventAs(event, 'download.failed').message })),
  },
}).createMachine({
  id: 'download',
  description: 'Reads all pages of one filter and saves them as a file.',
  context: { filter: 'all', rows: 0, total: null, problem: '' },
  initial: 'idle',
  states: {
    idle: {
      description: 'No file was requested.',
      on: { 'download.requested': { target: 'running', actions: 'begin' } },
    },
    running: {
      description: 'Reads all pages that match the filter, one after another.',
      invoke: {
        id: 'writeDownload',
        src: 'writeDownload',
        input: ({ context: { filter } }) => ({ filter }),
      },
      on: {
        'download.progressed': { actions: 'countRows' },
        'download.completed': { target: 'ended.saved' },
        'download.failed': { target: 'ended.failed', actions: 'setProblem' },
        'download.canceled': { target: 'idle' },
      },
    },
    ended: {
      description: 'Shows the outcome until the list shows other rows.',
      initial: 'saved',
      on: {
        'download.requested': { target: 'running', actions: 'begin' },
        'rows.changed': { target: 'idle' },
      },
      states: {
        saved: { description: 'The browser received the file.' },
        failed: { description: 'The file could not be completed. Nothing was saved.' },
      },
    },
  },
});
