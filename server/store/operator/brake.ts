import { readBrakeCause, readDeclineBrake, releaseDeclineBrake } from '../payments/declines.ts';
import { writeDown } from './audit.ts';
import { blocks, instant, section, table, whole } from './report.ts';
import { type Answer, Refused, type Tools } from './tools.ts';

const shownRows = 20;

/** `coffer brake`: shows the decline brake, and the customers and networks with declines. */
export const showBrake = async ({ database, config }: Tools): Promise<Answer> => {
  const brake = await readDeclineBrake(database, config.declines);
  const cause = await readBrakeCause(database, config.declines);
  const { putOnAt, customers, networks } = cause;
  const counts = [
    { title: 'Declines', isNumber: true },
    { title: 'Counted', isNumber: true },
  ];
  const text = blocks(
    brake.onUntil === null
      ? `Purchases are not paused. ${whole(brake.declines)} of ${whole(config.declines.brakeCount)} declines count now.`
      : `Purchases of customers who never bought before are paused until ${instant(brake.onUntil)} UTC.`,
    putOnAt && `The brake was last put on at ${instant(putOnAt)} UTC. These are the declines before that:`,
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
  return { json: { ...brake, ...cause }, text };
};

/** `coffer resume`: releases the decline brake, with an audit entry. */
export const resumePurchases = (
  { database, operator }: Tools,
  { reason }: { readonly reason: string },
): Promise<Answer> =>
  database.transaction(async (transaction) => {
    if (!(await releaseDeclineBrake(transaction))) throw new Refused('Purchases are not paused.');
    await writeDown(transaction, { operator, command: 'resume', reason, result: 'resumed' });
    return { json: { result: 'resumed' }, text: 'Purchases go on.' };
  });
