/**
 * SQL statements that give customers six more movements after every 20 transactions: a grant that a captured hold
 * uses, a spend and its return, and a grant that expires. They don't change the balance. After a customer's first 20,
 * two adjustments replace the spend and its return, so that adjustments are rare and old.
 */

/** Movements per block of 20 transactions: 19 with money, and the 6 of this file. */
export const movementsOfBlock = 25;

/** The reference of a third of the spends and holds. */
export const commonReference = 'service 0';
const reference = "'service ' || past % 3";

/** Returns SQL for an id that several tables share. @param what SQL for the kind of thing that has the id */
const idOf = (what: string) => `md5(customer_id || '/' || past || '/' || ${what})::uuid`;
const id = (what: string) => idOf(`'${what}'`);

/** SQL for each movement: its number in the block, its kind, the object of its reference, its cause and postings. */
const made = `(
  values
    (20, 'grant', 'grant', 'api', 'promotions', 'bonus', 10),
    (21, 'spend', 'hold', 'api', 'bonus', 'spent', 0),
    (22, 'spend', 'spend', 'api', 'credits', 'spent', -10),
    (23, 'return', 'return', 'api', 'spent', 'credits', 0),
    (24, 'grant', 'expiring', 'api', 'promotions', 'bonus', 10),
    (25, 'expiry', 'expiring', 'clock', 'bonus', 'expired', 0)
) made (number, kind, what, cause, debit_account, credit_account, above)`;

/** SQL condition: whether adjustments replace the spend and the return. */
const isRare = 'past = 0 and number in (22, 23)';

const fromBlocks = `from slice cross join ${made} where r = 20`;
const fromEach = 'from slice where r = 20';
const fromOften = 'from slice where r = 20 and past > 0';
const movement = (number: number) => `past * ${movementsOfBlock} + ${number}`;

/** Returns the statements. @param balance SQL for the balance after a block */
export const creditStatements = (balance: string): readonly string[] => [
  `insert into movements (customer_id, movement, kind, reference, cause, balance_after, created_at)
   select customer_id, ${movement(0)} + number,
     case when ${isRare} then 'adjustment' else kind end,
     case
       when ${isRare} then 'adjusted ' || number
       when kind = 'expiry' then 'expiry ' || ${idOf('what')} || '/' || number
       else case when what = 'expiring' then 'grant' else what end || ' ' || ${idOf('what')}
     end,
     cause, ${balance} + above, at + interval '2 h'
   ${fromBlocks}`,
  `insert into postings (customer_id, movement, debit_account, credit_account, amount)
   select customer_id, ${movement(0)} + number,
     case when ${isRare} and debit_account = 'spent' then 'adjustments' else debit_account end,
     case when ${isRare} and credit_account = 'spent' then 'adjustments' else credit_account end, 10
   ${fromBlocks}`,
  `insert into credit_grants (
     customer_id, grant_id, kind, movement, credits, remaining, expired, priority, reason, expires_at, created_at, is_open
   )
   select customer_id, ${id('grant')}, 'promotion', ${movement(20)}, 10, 0, 0, 100, 'Welcome', null::timestamptz, at, false
   ${fromEach}
   union all
   select customer_id, ${id('expiring')}, 'promotion', ${movement(24)}, 10, 0, 10, 100, 'Welcome', at + interval '2 h', at, false
   ${fromEach}`,
  `insert into holds (
     customer_id, hold_id, credits, expires_in_s, reference, state, captured, movement, expires_at, created_at, ended_at,
     balance_after, held_after, ended_balance, ended_held
   )
   select customer_id, ${id('hold')}, 10, 600, ${reference}, 'captured', 10, ${movement(21)}, at + interval '3 h', at,
     at + interval '2 h', ${balance} + 10, 10, ${balance}, 0
   ${fromEach}`,
  `insert into hold_allocations (customer_id, hold_id, grant_id, credits)
   select customer_id, ${id('hold')}, ${id('grant')}, 10 ${fromEach}`,
  `insert into spends (
     customer_id, spend_id, movement, credits, returned, reference, description, held_after, created_at
   )
   select customer_id, ${id('spend')}, ${movement(22)}, 10, 10, ${reference}, 'A picture', 0, at ${fromOften}`,
  `insert into spend_returns (
     customer_id, return_id, spend_id, movement, credits, returned_after, balance_after, held_after, created_at, spend_reference
   )
   select customer_id, ${id('return')}, ${id('spend')}, ${movement(23)}, 10, 10, ${balance}, 0, at, ${reference} ${fromOften}`,
  `insert into credit_claims (kind, id, customer_id)
   select kind, ${idOf('what')}, customer_id
   from slice
   cross join (
     values ('grant', 'grant'), ('grant', 'expiring'), ('hold', 'hold'), ('spend', 'spend'), ('return', 'return')
   ) claimed (kind, what)
   where r = 20 and (past > 0 or kind in ('grant', 'hold'))`,
];
