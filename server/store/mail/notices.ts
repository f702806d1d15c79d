import type { Notices, NoticesRequest } from '#contract/notices.ts';
import type { StoreConfig } from '../config/config.ts';
import { callForRow } from '../database/call-function.ts';
import type { Database } from '../database/database.ts';
import { customerNotFound } from '../http/http-error.ts';

/** Reads and saves which notices a customer wants by email. */
export const createNotices = (database: Database, { mail }: Pick<StoreConfig, 'mail'>) => {
  const read = async (customerId: string): Promise<Notices> => {
    const [found] = await database.query<NoticesRequest>(findNotices, [customerId]);
    if (found === undefined) throw customerNotFound();
    return mail === undefined ? { ...found, is_available: false } : found;
  };
  return {
    read,
    async save(customerId: string, { low_balance, expiring }: NoticesRequest): Promise<Notices> {
      await callForRow(database, 'save_notices', { customer: customerId, low_balance, expiring });
      return read(customerId);
    },
  };
};

const findNotices = `
  select low_balance, coalesce(expiring, true) as expiring
  from accounts left join customer_notices using (customer_id)
  where customer_id = $1`;
