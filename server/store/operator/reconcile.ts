import { isOrderId, OddRecordError, ownReversalsOf } from '../gateway/order.ts';
import type { RecordedTransaction } from '../gateway/records.ts';
import { centsOf, displayCents } from '../ledger/money.ts';
import { orderOfRefund } from '../refunds/refund-requests.ts';
import { readBookedDay, readBookedOrders } from './booked-orders.ts';
import { type BookedOrder, compareOrder, type Difference } from './compare-order.ts';
import { blocks, fields, section, table, whole } from './report.ts';
import { CliError, type CommandWork, failToReadRecords, gatewayOf, type Tools } from './tools.ts';

interface Totals {
  readonly chargedCents: number;
  readonly givenBackCents: number;
}

interface RecordedDay {
  /** Our orders, with their transactions from that day and `marginMs` around it. */
  readonly orders: ReadonlyMap<string, readonly RecordedTransaction[]>;
  /** Ids of orders with an action on that day. */
  readonly touched: ReadonlySet<string>;
  readonly withoutOrder: readonly Difference[];
  readonly totals: Totals;
  /** Number of transactions from other shops that share the merchant account. */
  readonly others: number;
}

const dayMs = 86_400_000;
/** Extra time to read before and after the day, in ms. Records lag, and some gateways don't use UTC. */
const marginMs = 6 * 3_600_000;

/** `coffer reconcile`: compares the gateway's records of a UTC day with the books. Changes nothing. */
export const reconcile: CommandWork<{ day: Date }> = async (tools, { day }) => {
  const { database, writeDown } = tools;
  const until = new Date(day.getTime() + dayMs);
  const name = day.toISOString().slice(0, 10);
  const [recorded, books] = await Promise.all([
    readRecordedDay(tools, day, until),
    readBookedDay(database, day, until),
  ]);
  const orderIds = [...new Set([...recorded.touched, ...books.orderIds])];
  const booked = await readBookedOrders(database, orderIds);
  const differences = [...recorded.withoutOrder];
  for (const orderId of orderIds)
    differences.push(
      ...(await compare(tools, orderId, recorded, booked.get(orderId)).catch(oddRecordOf(orderId, null))),
    );
  await writeDown(database, {
    subject: name,
    details: { differences: differences.length },
    result: differences.length === 0 ? 'no differences' : 'differences',
  });
  const { totals: gateway, others } = recorded;
  const { totals } = books;
  return {
    json: { day: name, gateway, books: totals, compared: orderIds.length, others, differences },
    text: summarize(name, recorded, totals, orderIds.length, differences),
    exitCode: differences.length === 0 ? 0 : 1,
  };
};

/** Compares an order. Before it reports a difference, it reads the whole order, because the day may show only part. */
const compare = async (
  tools: Tools,
  orderId: string,
  { orders }: RecordedDay,
  booked: BookedOrder | undefined,
): Promise<Difference[]> => {
  if (compareOrder(orderId, orders.get(orderId) ?? [], booked).length === 0) return [];
  const gateway = gatewayOf(tools);
  const whole = await gateway.recordsOf(orderId).catch(failToReadRecords);
  const known = new Set(whole.map(({ transactionId }) => transactionId));
  // Keep refunds of this order that were recorded without an order id.
  const refunds = (orders.get(orderId) ?? []).filter(({ transactionId }) => !known.has(transactionId));
  return compareOrder(orderId, [...whole, ...refunds], booked);
};

/** Returns a difference for a record that can't be compared. */
const oddRecordOf =
  (orderId: string | null, transactionId: string | null) =>
  (error: unknown): Difference[] => {
    if (!(error instanceof OddRecordError)) throw error;
    return [{ kind: 'odd-record', orderId, transactionId, gatewayCents: null, booksCents: null }];
  };

const readRecordedDay = async (tools: Tools, from: Date, until: Date): Promise<RecordedDay> => {
  const orders = new Map<string, RecordedTransaction[]>();
  const touched = new Set<string>();
  const withoutOrder: Difference[] = [];
  const totals = { chargedCents: 0, givenBackCents: 0 };
  let others = 0;
  const isOn = (first: number, last: number) => (date: string) => {
    const at = timeOf(date);
    return at >= first && at < last;
  };
  const isOnDay = isOn(from.getTime(), until.getTime());
  const isAround = isOn(from.getTime() - marginMs, until.getTime() + marginMs);

  const add = async (found: RecordedTransaction): Promise<void> => {
    if (!found.actions.some(({ date }) => isAround(date))) return;
    const isOfDay = found.actions.some(({ date }) => isOnDay(date));
    const known = found.transactionId && (await orderOfRefund(tools.database, found.transactionId));
    const orderId = found.orderId || known || '';
    if (!isOrderId(orderId)) {
      if (!isOfDay) return;
      const own = orderId === '' ? ownReversalsOf(found) : [];
      if (own.length === 0) others += 1;
      for (const { transactionId, amountCents } of own)
        withoutOrder.push({
          kind: 'refund-without-order',
          orderId: null,
          transactionId,
          gatewayCents: amountCents,
          booksCents: null,
        });
      return;
    }
    orders.set(orderId, [...(orders.get(orderId) ?? []), { ...found, orderId }]);
    if (!isOfDay) return;
    touched.add(orderId);
    for (const { type, amount, success, date } of found.actions) {
      if (!isOnDay(date) || success !== '1') continue;
      const cents = Math.abs(centsOf(amount)) || 0;
      if (type === 'sale') totals.chargedCents += cents;
      else if (type !== 'settle') totals.givenBackCents += cents;
    }
  };

  try {
    for await (const transaction of gatewayOf(tools).changedSince(new Date(from.getTime() - marginMs)))
      await add(transaction).catch((error: unknown) => {
        withoutOrder.push(...oddRecordOf(null, transaction.transactionId)(error));
      });
  } catch (error) {
    if (error instanceof CliError) throw error;
    return failToReadRecords(error);
  }
  return { orders, touched, withoutOrder, totals, others };
};

/** Parses `YYYYMMDDhhmmss` in UTC to milliseconds. Returns NaN if malformed. */
const timeOf = (date: string): number =>
  Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/, '$1-$2-$3T$4:$5:$6Z'));

const summarize = (
  day: string,
  { totals, others }: RecordedDay,
  books: Totals,
  compared: number,
  differences: readonly Difference[],
): string => {
  const sums = ({ chargedCents, givenBackCents }: Totals) =>
    `${displayCents(chargedCents)} charged, ${displayCents(givenBackCents)} refunded`;
  return blocks(
    fields({
      Day: `${day} UTC`,
      Gateway: sums(totals),
      Books: sums(books),
      Orders: whole(compared),
      Others: others === 0 ? null : `${whole(others)} transactions of other shops`,
    }),
    differences.length === 0 ? 'No differences.' : null,
    section(`Differences (${whole(differences.length)})`, differences, (rows) =>
      blocks(
        table(rows, {
          Order: ({ orderId, transactionId }) => orderId ?? `transaction ${transactionId}`,
          Difference: ({ kind }) => kind,
          '#Gateway': ({ gatewayCents }) => (gatewayCents === null ? '-' : displayCents(gatewayCents)),
          '#Books': ({ booksCents }) => (booksCents === null ? '-' : displayCents(booksCents)),
        }),
        'For details of an order, run coffer attempt ORDER.',
      ),
    ),
  );
};
