import { readBrakeCause, readDeclineBrake } from '../payments/declines.ts';
import type { Answer } from './answer.ts';
import { blocks, instant, section, table, whole } from './report.ts';
import type { Tools } from './tools.ts';

const shownRows = 20;

/** `coffer brake`: how the brake on declined cards stands, and which customers and networks had the declines. */
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
