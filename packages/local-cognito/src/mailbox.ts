import * as v from 'valibot';
import { messageKindSchema } from './codes.ts';
import { Table } from './table.ts';

const mailItemSchema = v.object({
  /** The user's email, also when the message went to their phone. */
  to: v.string(),
  kind: messageKindSchema,
  medium: v.optional(v.picklist(['EMAIL', 'SMS']), 'EMAIL'),
  /** Where a text message went. */
  phone: v.exactOptional(v.string()),
  code: v.string(),
  /** Confirms the user when it is opened, where the pool verifies by link. */
  link: v.exactOptional(v.string()),
  sentAt: v.pipe(v.string(), v.isoTimestamp()),
});

/** A message the pool "sent". `sentAt` is an ISO 8601 time in UTC. */
export type MailItem = Readonly<v.InferOutput<typeof mailItemSchema>>;

const capacity = 500;

/** Stands in for email and text messages: keeps the latest messages with their codes, for people and tests to read. */
export const createMailbox = (now: () => number) => {
  const table = new Table<MailItem>({ name: 'mail', schema: mailItemSchema });

  return {
    table,
    send(message: Omit<MailItem, 'sentAt'>): void {
      const earlier = [...table.keys()];
      const next = Number(earlier.at(-1) ?? 0) + 1;
      table.set(String(next), { ...message, sentAt: new Date(now()).toISOString() });
      for (const key of earlier.slice(0, Math.max(0, earlier.length + 1 - capacity))) table.delete(key);
    },
    empty(): void {
      for (const key of table.keys()) table.delete(key);
    },
    /** The messages, newest first; those to one address (in any case) when it is given. */
    list(to?: string): MailItem[] {
      const items = [...table.values()].reverse();
      return to === undefined ? items : items.filter((item) => item.to.toLowerCase() === to.toLowerCase());
    },
  };
};
