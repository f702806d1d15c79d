import { findBookErrors } from '../ledger/books.ts';
import { startedBy } from './movements.ts';
import { blocks, table } from './report.ts';
import type { CommandWork } from './tools.ts';

/** `coffer books`: checks all books, for example after restoring a backup. Exits with code 1 if it finds errors. */
export const proveBooks: CommandWork = ({ database }) =>
  database.transaction(async (transaction) => {
    // Reading all books can take longer than a request's time limit.
    await transaction.query('set local statement_timeout = 0');
    const [counted] = await transaction.query<{ accounts: number; movements: number; lastAt: Date | null }>(
      `select (select count(*)::int from accounts) as accounts, count(*)::int as movements,
         max(created_at) as "lastAt" from movements`,
    );
    const reversals = await transaction.query<{ startedBy: string; count: number }>(
      `select ${startedBy}, count(*)::int from movements where kind in ('refund', 'void', 'chargeback') group by 1 order by 1`,
    );
    const errors = await findBookErrors(transaction);
    const { accounts = 0, movements = 0, lastAt = null } = counted ?? {};
    const extent = [
      `${accounts} accounts`,
      `${movements} movements`,
      ...reversals.map(({ startedBy: by, count }) => `${count} reversals started by ${by}`),
      ...(lastAt === null ? [] : [`the last of ${lastAt.toISOString()}`]),
    ].join(', ');
    return {
      json: { accounts, movements, reversals, lastAt, errors },
      text:
        errors.length === 0
          ? `The books are sound: ${extent}.`
          : blocks(
              `The books are not sound: ${extent}.`,
              table(errors, {
                Customer: ({ customer_id }) => customer_id,
                What: ({ what }) => what,
                Kept: ({ kept }) => kept,
                Proven: ({ proven }) => proven,
              }),
            ),
      exitCode: errors.length === 0 ? 0 : 1,
    };
  });
