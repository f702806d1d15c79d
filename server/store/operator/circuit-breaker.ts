import { readBreakerCause, readCircuitBreaker, resetCircuitBreaker } from '../payments/declines.ts';
import { blocks, instant, section, table, whole } from './report.ts';
import { CliError, type CliOutput, type Tools } from './tools.ts';

const shownRows = 20;

/** `coffer brake`: shows the circuit breaker, and the customers and networks with declines. */
export const showCircuitBreaker = async ({ database, config }: Tools): Promise<CliOutput> => {
  const breaker = await readCircuitBreaker(database, config.declines);
  const cause = await readBreakerCause(database, config.declines);
  const { putOnAt, customers, networks } = cause;
  const counts = [
    { title: 'Declines', isNumber: true },
    { title: 'Counted', isNumber: true },
  ];
  const text = blocks(
    breaker.onUntil === null
      ? `Purchases are not paused. ${whole(breaker.declines)} of ${whole(config.declines.breakerCount)} declines count now.`
      : `Purchases of new customers are paused until ${instant(breaker.onUntil)} UTC. To end the pause, run coffer resume.`,
    putOnAt && `The last pause began at ${instant(putOnAt)} UTC, after these declines:`,
    section(`Customers (${customers.length})`, customers.length, () =>
      table(
        [{ title: 'Customer' }, ...counts],
        customers
          .slice(0, shownRows)
          .map(({ customerId, declines, counted }) => [customerId, whole(declines), whole(counted)]),
      ),
    ),
    section(`Networks (${networks.length})`, networks.length, () =>
      table(
        [{ title: 'Network' }, { title: 'Customers', isNumber: true }, ...counts],
        networks
          .slice(0, shownRows)
          .map(({ network, customers: of, declines, counted }) => [
            network ?? 'unknown',
            whole(of),
            whole(declines),
            whole(counted),
          ]),
      ),
    ),
  );
  return { json: { ...breaker, ...cause }, text };
};

/** `coffer resume`: resets the circuit breaker, with an audit entry. */
export const resumePurchases = (
  { database, writeDown }: Tools,
  { reason }: { readonly reason: string },
): Promise<CliOutput> =>
  database.transaction(async (transaction) => {
    if (!(await resetCircuitBreaker(transaction))) throw new CliError('Purchases are not paused.');
    await writeDown(transaction, { reason, result: 'resumed' });
    return { json: { result: 'resumed' }, text: 'Purchases have resumed.' };
  });
