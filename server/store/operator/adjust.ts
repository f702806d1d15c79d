import { largestAmount } from '../ledger/money.ts';
import { findCustomer } from './find-customer.ts';
import { creditsOf } from './report.ts';
import { CliError, type CliOutput, type Tools } from './tools.ts';

export interface AdjustOptions {
  readonly customer: string;
  /** Negative takes credits. Not zero. */
  readonly credits: number;
  readonly reason: string;
  readonly mayFallBelowZero: boolean;
}

export const adjustmentReference = (actionId: string): string => `adjustment ${actionId}`;

/** `coffer adjust`: gives or takes credits, with an audit entry in the same transaction. */
export const adjust = async (
  { database, operator, confirm, writeDown }: Tools,
  { customer: given, credits, reason, mayFallBelowZero }: AdjustOptions,
): Promise<CliOutput> => {
  const { id: customerId } = await findCustomer(database, given);
  const what = credits > 0 ? `Give ${creditsOf(credits)} to` : `Take ${creditsOf(-credits)} from`;
  await confirm(`${what} customer ${customerId}?`);
  const actionId = crypto.randomUUID();
  return database.transaction(async (transaction) => {
    const [booked] = await transaction.query<{ outcome: string; balance: number }>(
      'select * from adjust_credits($1, $2, $3, $4, $5)',
      [customerId, adjustmentReference(actionId), `person ${operator}`, credits, mayFallBelowZero],
    );
    if (booked?.outcome === 'out-of-bounds')
      throw new CliError(
        `The balance is ${creditsOf(booked.balance)}. An adjustment and a balance can have at most ${creditsOf(largestAmount)}.`,
      );
    if (booked?.outcome === 'below-zero')
      throw new CliError(
        `The balance is ${creditsOf(booked.balance)}: this would put it below zero. To allow that, add --below-zero.`,
      );
    if (booked?.outcome !== 'adjusted') throw new CliError(`Customer ${customerId} has no account yet.`);
    const { balance } = booked;
    await writeDown(transaction, { actionId, customerId, reason, details: { credits }, result: 'adjusted' });
    return {
      json: { customerId, credits, balance, actionId },
      text: `Done. The balance is ${creditsOf(balance)}.`,
    };
  });
};
