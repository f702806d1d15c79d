import * as v from 'valibot';
import { codeKindSchema } from './codes.ts';
import { Table } from './table.ts';

const mailItemSchema = v.object({
  to: v.string(),
  kind: codeKindSchema,
  code: v.string(),
  /** Confirms the user when it is opened, where the pool verifies by link. */
  link: v.exactOptional(v.string()),
  sentAt: v.pipe(v.string(), v.isoTimestamp()),
});

/** A message the pool "sent". `sentAt` is an ISO 8601 time in UTC. */
export type MailItem = Readonly<v.InferOutput<typeof mailItemSchema>>;

const capacity = 500;

/** Stands in for email: keeps the latest messages with their codes, for people and tests to read. */
export class Mailbox {
  readonly table = new Table<MailItem>({ name: 'mail', schema: mailItemSchema });
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  send(message: Omit<MailItem, 'sentAt'>): void {
    const keys = Array.from(this.table.entries(), ([key]) => Number(key));
    const next = (keys.at(-1) ?? 0) + 1;
    this.table.set(String(next), { ...message, sentAt: new Date(this.#now()).toISOString() });
    for (const key of keys.slice(0, Math.max(0, keys.length + 1 - capacity))) this.table.delete(String(key));
  }

  empty(): void {
    for (const key of [...this.table.entries()].map(([key]) => key)) this.table.delete(key);
  }

  /** The messages, newest first; those to one address (in any case) when it is given. */
  list(to?: string): MailItem[] {
    const items = [...this.table.values()].reverse();
    return to === undefined ? items : items.filter((item) => item.to.toLowerCase() === to.toLowerCase());
  }
}
