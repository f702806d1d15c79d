import { downloadMachine } from '#machines/lists/download.ts';
import { createTestModel } from '#tests/model-testing/test-model.ts';

export const downloadModel = createTestModel({
  name: 'download',
  machine: downloadMachine,
  starts: { 'the ledger is opened': undefined, 'the activity is opened': undefined },
  events: {
    'a download is requested': { type: 'download.requested', filter: 'all' },
    'the download is canceled': { type: 'download.canceled' },
    'a page of the download is read': { type: 'download.progressed', rows: 100, total: 200 },
    'the download is complete': { type: 'download.completed' },
    'the download fails': { type: 'download.failed', message: 'No.' },
    'the list shows other rows': { type: 'rows.changed' },
  },
  outcomes: {},
  secrets: [],
  serializeState: ({ context: { rows } }) => String(rows > 0),
  formatSnapshot: (snapshot) =>
    snapshot.matches('idle')
      ? []
      : [
          `${snapshot.context.rows} rows`,
          ...(snapshot.context.problem === '' ? [] : [snapshot.context.problem]),
        ],
  invariant: {
    'a file counts as saved only if it is complete': ({ before, eventCase, after }) =>
      before.matches({ ended: 'saved' }) ||
      !after.matches({ ended: 'saved' }) ||
      (before.matches('running') && eventCase.event.type === 'download.completed'),
    'a failure says why': ({ after }) => !after.matches({ ended: 'failed' }) || after.context.problem !== '',
    'one that is canceled or asked for again starts over': ({ before, after }) =>
      before.matches('running') || !after.matches('running') || after.context.rows === 0,
    'a request or other rows don’t change a running download': ({ before, eventCase, after }) =>
      !before.matches('running') ||
      !['download.requested', 'rows.changed'].includes(eventCase.event.type) ||
      (after.matches('running') && after.context === before.context),
    'other rows end what is shown': ({ before, eventCase, after }) =>
      eventCase.event.type !== 'rows.changed' || before.matches('running') || after.matches('idle'),
  },
});
