import type { Database } from '#server/store/database/database.ts';
import { findBookErrors } from '#server/store/ledger/books.ts';
import type { Purchase } from './buyers.ts';
import { judge } from './verdict.ts';
import type { World } from './world.ts';

const readEntries = (database: Database) =>
  database.query<{ orderId: string; status: string; purchases: number }>(
    `select order_id as "orderId", status, count(movement) as purchases
     from transactions left join movements
       on movements.customer_id = transactions.customer_id and movements.position = transactions.position
         and kind = 'purchase'
     group by transactions.customer_id, transactions.position`,
  );

/**
 * Returns whether charges, books and responses agree, and how many open attempts never reached the gateway.
 */
export const proveSales = async (
  { database, gateway }: World,
  purchases: readonly Purchase[],
): Promise<{ readonly isRight: boolean; readonly open: number }> => {
  const entries = await readEntries(database);
  const bookErrors = await findBookErrors(database);
  const { charged, doubled, lost, open } = judge({
    attempts: purchases,
    sales: gateway.gateway.sales(),
    entries,
  });
  console.log(
    `${purchases.length} purchases, ${charged} charged: ${doubled.length} doubled, ${lost.length} lost, ${open.length} never sent and still open.`,
  );
  const told = new Map(purchases.map((purchase) => [purchase.key, purchase.told]));
  for (const [what, keys] of Object.entries({ doubled, lost, open }))
    for (const key of keys) console.error(`${what}: ${key}, answered with ${told.get(key)?.join(', ')}`);
  if (bookErrors.length > 0) console.error('The books are wrong.', bookErrors);
  const isRight = doubled.length + lost.length + bookErrors.length === 0 && charged > 0;
  return { isRight, open: open.length };
};
