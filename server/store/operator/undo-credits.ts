import { refreshCredits } from '../credits/read-credits.ts';
import { callForRow } from '../database/call-function.ts';
import type { Queryable } from '../database/database.ts';
import { type HoldRow, readHolds, readSpends, type SpendRow } from './credits.ts';
import { blocks, creditsOf, fields, instant, lines, section, whole } from './report.ts';
import { CliError, type CliOutput, type Tools } from './tools.ts';

interface CreditOptions {
  readonly id: string;
  /** Whether to return the spend's remaining credits, or to release the hold. */
  readonly undo?: boolean;
  readonly reason: string | undefined;
}

/**
 * `coffer spend`: shows a merchant's spend. With `undo`, returns its credits and writes an audit entry in the
 * same transaction.
 */
export const showSpend = async (tools: Tools, { id, undo, reason }: CreditOptions): Promise<CliOutput> => {
  const { database, operator, confirm, writeDown } = tools;
  const customerId = await customerOf(tools, 'spend', id);
  if (undo) {
    const { credits, returned } = await readSpend(database, customerId, id);
    const left = credits - returned;
    if (left === 0) throw new CliError('All credits of this spend have been returned already.');
    await confirm(`Return ${creditsOf(left)} to customer ${customerId}?`);
    const actionId = crypto.randomUUID();
    await database.transaction(async (transaction) => {
      const cause = `person ${operator}`;
      const { outcome } = await callForRow(transaction, 'call_credits', {
        calls: [{ call: 'return', customer_id: customerId, id, return_id: actionId, credits: left, cause }],
      });
      if (outcome === 'exceeds-spend')
        throw new CliError('Credits of this spend were just returned. Run it again.');
      if (outcome !== 'created') throw new CliError(`The credits can't be returned: ${outcome}.`);
      const about = { actionId, customerId, subject: id, reason };
      await writeDown(transaction, { ...about, details: { credits: left }, result: 'returned' });
    });
  } else await writeDown(database, { customerId, subject: id, result: 'shown' });
  const spend = await readSpend(database, customerId, id);
  return {
    json: { customerId, spend },
    text: blocks(
      fields({
        Spend: spend.spendId,
        Customer: customerId,
        Credits: whole(spend.credits),
        Returned: whole(spend.returned),
        Reference: spend.reference,
        Description: spend.description,
        At: `${instant(spend.createdAt)} UTC`,
        Key: spend.key,
      }),
      grantLines(spend),
      section('Returns', spend.returns, (returns) =>
        lines(...returns.map(({ returnId, credits }) => `${returnId}  ${creditsOf(credits)}`)),
      ),
    ),
  };
};

/**
 * `coffer hold`: shows a merchant's hold. With `undo`, releases it and writes an audit entry in the same
 * transaction.
 */
export const showHold = async (tools: Tools, { id, undo, reason }: CreditOptions): Promise<CliOutput> => {
  const { database, operator, confirm, writeDown } = tools;
  const customerId = await customerOf(tools, 'hold', id);
  if (undo) {
    const { state, credits } = await readHold(database, customerId, id);
    if (state !== 'open') throw new CliError(`This hold is ${state} already.`);
    await confirm(`Release ${creditsOf(credits)} of customer ${customerId}?`);
    await database.transaction(async (transaction) => {
      const { outcome } = await callForRow(transaction, 'call_credits', {
        calls: [{ call: 'release', customer_id: customerId, id, cause: `person ${operator}` }],
      });
      if (outcome !== 'released') throw new CliError(`The hold can't be released: ${outcome}.`);
      const details = { credits };
      await writeDown(transaction, { customerId, subject: id, reason, details, result: 'released' });
    });
  } else await writeDown(database, { customerId, subject: id, result: 'shown' });
  const hold = await readHold(database, customerId, id);
  return {
    json: { customerId, hold },
    text: blocks(
      fields({
        Hold: hold.holdId,
        Customer: customerId,
        State: hold.state,
        Credits: whole(hold.credits),
        Captured: whole(hold.captured),
        Reference: hold.reference,
        From: `${instant(hold.createdAt)} UTC`,
        Until: `${instant(hold.expiresAt)} UTC`,
        Ended: hold.endedAt && `${instant(hold.endedAt)} UTC`,
      }),
      grantLines(hold),
    ),
  };
};

const customerOf = async ({ database }: Tools, kind: 'spend' | 'hold', id: string): Promise<string> => {
  const [claim] = await database.query<{ customerId: string }>(
    'select customer_id as "customerId" from credit_claims where kind = $1 and id = $2',
    [kind, id],
  );
  if (claim === undefined) throw new CliError(`There is no ${kind} ${id}.`, 'not-found');
  await refreshCredits(database, [claim.customerId]);
  return claim.customerId;
};

const only = <Row>([row]: readonly Row[]): Row => {
  if (row === undefined) throw new Error('A row with this id was there and is gone.');
  return row;
};
const readSpend = (database: Queryable, customerId: string, id: string) =>
  readSpends(database, customerId, id).then(only<SpendRow>);
const readHold = (database: Queryable, customerId: string, id: string) =>
  readHolds(database, customerId, id).then(only<HoldRow>);

const grantLines = ({ grants }: Pick<SpendRow | HoldRow, 'grants'>) =>
  section('Grants', grants, () =>
    lines(...grants.map(({ grantId, credits }) => `${grantId}  ${creditsOf(credits)}`)),
  );
