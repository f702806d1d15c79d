import { callForRow } from '../database/call-function.ts';
import { blocks, fields, lines } from './report.ts';
import type { CommandWork } from './tools.ts';

/** `coffer restored`: skips event ids that may have been used before a restore, so that new ids are higher. */
export const noteRestore: CommandWork = ({ database, writeDown }) =>
  database.transaction(async (transaction) => {
    const after = String((await callForRow(transaction, 'skip_event_ids', {})).value);
    await writeDown(transaction, { subject: after, result: 'done' });
    return {
      json: { eventsContinueAfter: after },
      text: blocks(
        fields({ 'Events continue after': after }),
        lines(
          'Run coffer reconcile for each day since the backup, and repeat what operators and customers changed.',
          'Then start the store, and have the merchants repeat their calls since the backup, with the same ids.',
        ),
      ),
    };
  });
