import { blocks, fields, lines } from './report.ts';
import type { Answer, Tools } from './tools.ts';

/** `coffer restored`: after a restore from a backup, prevents that an event gets an id that was used before. */
export const noteRestore = ({ database, writeDown }: Tools): Promise<Answer> =>
  database.transaction(async (transaction) => {
    const [row] = await transaction.query<{ skipped: string }>('select skip_event_ids()::text as skipped');
    const after = row?.skipped ?? '';
    await writeDown(transaction, { subject: after, result: 'skipped' });
    return {
      json: { eventsContinueAfter: after },
      text: blocks(
        fields([['Events continue after', after]]),
        lines(
          'Start the store, and run coffer reconcile for each day since the backup.',
          'Then have the merchants repeat their calls since then, with the same ids.',
        ),
      ),
    };
  });
