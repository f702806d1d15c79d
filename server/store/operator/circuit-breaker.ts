import { readBreakerCause, readCircuitBreaker } from '../payments/declines.ts';
import { blocks, instant, section, table, whole } from './report.ts';
import { CliError, type CommandWork } from './tools.ts';

const shownRows = 20;
const counts = {
  '#Declines': ({ declines }: { readonly declines: number }) => whole(declines),
  '#Counted': ({ counted }: { readonly counted: number }) => whole(counted),
};

/** `coffer brake`: shows the circuit breaker, and the customers and networks with declines. */
export const showCircuitBreaker: CommandWork = async ({ database, config }) => {
  const breaker = await readCircuitBreaker(database, config.declines);
  const cause = await readBreakerCause(database, config.declines);
  const { putOnAt, customers, networks } = cause;
  const text = blocks(
    breaker.onUntil === null
      ? `Purchases are not paused. ${whole(breaker.declines)} of ${whole(config.declines.breakerCount)} declines count now.`
      : `Purchases of new customers are paused until ${instant(breaker.onUntil)} UTC. To end the pause, run coffer resume.`,
    putOnAt && `The last pause began at ${instant(putOnAt)} UTC, after these declines:`,
    section(`Customers (${customers.length})`, customers.slice(0, shownRows), (rows) =>
      table(rows, { Customer: ({ customerId }) => customerId, ...counts }),
    ),
    section(`Networks (${networks.length})`, networks.slice(0, shownRows), (rows) =>
      table(rows, {
        Network: ({ network }) => network ?? 'unknown',
        '#Customers': (row) => whole(row.customers),
        ...counts,
      }),
    ),
  );
  return { json: { ...breaker, ...cause }, text };
};

/** `coffer resume`: resets the circuit breaker, which then ignores earlier declines, and writes an audit entry. */
export const resumePurchases: CommandWork<{ reason: string }> = ({ database, writeDown }, { reason }) =>
  database.transaction(async (transaction) => {
    const reset = await transaction.query(
      `update decline_brake set on_until = store_now(), counts_from = store_now()
       where on_until > store_now() returning only_row`,
    );
    if (reset.length === 0) throw new CliError('Purchases are not paused.');
    await writeDown(transaction, { reason, result: 'resumed' });
    return { json: { result: 'resumed' }, text: 'Purchases have resumed.' };
  });
