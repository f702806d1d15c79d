import { releaseDeclineBrake } from '../payments/declines.ts';
import { type Answer, Refused } from './answer.ts';
import { writeDown } from './audit.ts';
import type { Tools } from './tools.ts';

/** `coffer resume`: lets off the brake on declined cards, and writes down why. */
export const resumePurchases = (
  { database, operator }: Tools,
  { reason }: { readonly reason: string },
): Promise<Answer> =>
  database.transaction(async (transaction) => {
    if (!(await releaseDeclineBrake(transaction))) throw new Refused('Purchases are not paused.');
    await writeDown(transaction, { operator, command: 'resume', reason, result: 'resumed' });
    return { json: { result: 'resumed' }, text: 'Purchases go on.' };
  });
