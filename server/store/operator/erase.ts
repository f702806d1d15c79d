import { deleteSavedCards } from '../cards/delete-saved-cards.ts';
import { callFunction } from '../database/call-function.ts';
import type { Queryable } from '../database/database.ts';
import { findCustomer } from './find-customer.ts';
import { blocks, whole } from './report.ts';
import { CliError, type CommandWork } from './tools.ts';

/** Personal data that must be erased in other systems. */
const elsewhere = ['the account in the user pool', "the card gateway's records of payments"];

interface EraseOptions {
  readonly customer: string;
  /** Whether to erase without asking the pool. If it has the account, the next sign-in stores the data again. */
  readonly accountStays?: boolean;
}

/** `coffer erase`: erases personal data but keeps the books. A later sign-in reads the user pool again. */
export const eraseCustomer: CommandWork<EraseOptions> = async (
  { database, config, gateway, log, confirm, findPoolAccount, writeDown },
  { customer: given, accountStays },
) => {
  const { id: customerId, email, firstName, lastName, phone } = await findCustomer(database, given);
  const named = { email, 'first name': firstName, 'last name': lastName, phone };
  const erased = Object.entries(named).flatMap(([name, value]) => (value === null ? [] : [name]));
  const held = await database.query<{ name: string }>(findHeld, [customerId]);
  erased.push(...held.map(({ name }) => name));
  if (erased.length === 0)
    throw new CliError(`Customer ${customerId} is already erased: no personal data is left.`);
  const account = accountStays ? 'not asked' : await findPoolAccount(customerId);
  if (account === 'enabled' || account === 'disabled')
    throw new CliError(
      `The user pool still has the account ${customerId}. Delete it there first, or add --account-stays.`,
    );
  if (account === 'unknown')
    throw new CliError(
      `The user pool didn't say whether it still has the account ${customerId}. ${
        config.userPool.credentials === undefined
          ? 'To ask it, set COGNITO_ISSUER, AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY'
          : 'Try again later'
      }, or add --account-stays.`,
      'unavailable',
    );
  await confirm(`Permanently erase the personal data of customer ${customerId}?`);
  const kept = await database.transaction(async (transaction) => {
    await callFunction(transaction, 'erase_customer', { customer: customerId });
    await writeDown(transaction, { customerId, result: 'erased' });
    return countKept(transaction, customerId);
  });
  const cards = await deleteSavedCards({ database, gateway, log }, customerId);
  const others = account === 'gone' ? elsewhere.slice(1) : elsewhere;
  return {
    json: { customerId, erased, kept, savedCards: cards, elsewhere: others },
    text: blocks(
      `Erased: ${erased.join(', ')}.`,
      `Kept, with only the id ${customerId}: ${whole(kept.purchases)} purchases, ${whole(kept.movements)}\n` +
        `movements in the books, ${whole(kept.attempts)} attempts, ${whole(kept.consents)} consents\n` +
        'to automatic top-up, and the audit.',
      cards.left > 0
        ? `The card gateway did not delete ${whole(cards.left)} saved cards. The store repeats this until it does.`
        : null,
      `Erase these yourself: ${others.join(', and ')}.`,
      account === 'gone'
        ? null
        : 'If the user pool still has the account, delete it: its next sign-in stores the name\nand email again.',
    ),
  };
};

const findHeld = `
  select unnest(array_remove(array[
    case when exists (select from purchase_attempts where customer_id = $1 and client_network is not null)
      or exists (select from declines where customer_id = $1 and network is not null) then 'network addresses' end,
    case when exists (select from transactions where customer_id = $1 and card_last4 is not null) then 'card details' end,
    case when exists (select from cards where customer_id = $1 and state = 'saved') then 'saved cards' end,
    case when exists (select from spends where customer_id = $1 and (reference is not null or description is not null))
      or exists (select from holds where customer_id = $1 and reference is not null)
      or exists (select from credit_grants where customer_id = $1 and kind = 'promotion' and reason is not null)
      then 'texts of spends, holds and grants' end,
    case when exists (select from event_outbox where customer_id = $1 and erased_at is null)
      or exists (select from events where customer_id = $1 and erased_at is null) then 'events' end
  ], null)) as name`;

/**
 * Counts the rows that stay, which only the customer's id identifies. Consents stay because card schemes
 * require proof of them.
 */
const countKept = async (transaction: Queryable, customerId: string) => {
  const [kept] = await transaction.query<Record<'purchases' | 'movements' | 'attempts' | 'consents', number>>(
    `select
       (select count(*) from transactions where customer_id = $1) as purchases,
       (select count(*) from movements where customer_id = $1) as movements,
       (select count(*) from purchase_attempts where customer_id = $1) as attempts,
       (select count(*) from top_up_consents where customer_id = $1) as consents`,
    [customerId],
  );
  if (kept === undefined) throw new Error('A count returned no row.');
  return kept;
};
