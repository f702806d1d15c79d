import * as v from 'valibot';
import { historySchema } from '#contract/transactions.ts';
import { type Entries, sessionOf } from '#tests/browser/kept-session.ts';
import { newPerson, type Person } from '#tests/browser/people.ts';
import type { Hands } from './hands.ts';

/** Whose ledger is walked. */
export interface Notes {
  readonly customer: Person;
  /** The id of the newest transaction on the first page. */
  readonly newestTransaction: string;
}

/** Enough for two pages of a download of the completed ones. */
const transactions = 200;

const notes = new WeakMap<Hands, Notes>();

/** The notes of this walk. */
export function notesOf(hands: Hands): Notes {
  const known = notes.get(hands);
  if (known === undefined) throw new Error('Nobody has a ledger yet');
  return known;
}

/** Makes a customer with a long ledger. Answers with their session. */
export async function beginWithLedger(hands: Hands): Promise<Entries> {
  const customer = newPerson();
  await hands.console.createUser(customer, transactions);
  const session = await sessionOf(hands.addresses.pool, customer);
  const [, accessToken = ''] = session.find(([key]) => key.endsWith('.accessToken')) ?? [];
  const response = await fetch(`${hands.addresses.store}/api/transactions/history?page=1&status=completed`, {
    headers: { Authorization: `Bearer ${accessToken}` },
  });
  const [newest] = v.parse(historySchema, await response.json()).transactions;
  notes.set(hands, { customer, newestTransaction: newest?.id ?? '' });
  return session;
}
