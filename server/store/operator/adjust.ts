import { maxCredits } from '#contract/merchant/requests.ts';
import { callForRow } from '../database/call-function.ts';
import { findCustomer } from './find-customer.ts';
import { creditsOf } from './report.ts';
import { CliError, type CommandWork, type CustomerChange } from './tools.ts';

interface Adjustment extends CustomerChange {
  /** Negative removes credits. Never zero. */
  readonly credits: number;
  /** Whether the balance may fall below zero. */
  readonly belowZero?: boolean;
}

export const adjustmentReference = (actionId: string): string => `adjustment ${actionId}`;

/** `coffer adjust`: adds or removes credits, and writes an audit entry in the same transaction. */
export const adjust: CommandWork<Adjustment> = async (
  { database, operator, confirm, writeDown },
  { customer: given, credits, reason, belowZero: mayFallBelowZero = false },
) => {
  const { id: customerId } = await findCustomer(database, given);
  const what = credits > 0 ? `Give ${creditsOf(credits)} to` : `Take ${creditsOf(-credits)} from`;
  await confirm(`${what} customer ${customerId}?`);
  const actionId = crypto.randomUUID();
  return database.transaction(async (transaction) => {
    const booked = await callForRow(transaction, 'adjust_credits', {
      customer: customerId,
      reference: adjustmentReference(actionId),
      cause: `person ${operator}`,
      credits,
      may_fall_below_zero: mayFallBelowZero,
    });
    if (booked.outcome === 'out-of-bounds')
      throw new CliError(
        `The balance is ${creditsOf(booked.balance)}. An adjustment and a balance can have at most ${creditsOf(maxCredits)}.`,
      );
    if (booked.outcome === 'below-zero')
      throw new CliError(
        `The balance is ${creditsOf(booked.balance)}: this would put it below zero. To allow that, add --below-zero.`,
      );
    if (booked.outcome !== 'adjusted') throw new CliError(`Customer ${customerId} has no account yet.`);
    const { balance } = booked;
    await writeDown(transaction, { actionId, customerId, reason, details: { credits }, result: 'adjusted' });
    return {
      json: { customerId, credits, balance, actionId },
      text: `Done. The balance is ${creditsOf(balance)}.`,
    };
  });
};
