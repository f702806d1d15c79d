import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import type { Table } from './table.ts';

export const mailItemSchema = v.object({
  /** The user's email, also for a text message. */
  to: v.string(),
  kind: v.picklist(['sign-up', 'reset', 'sign-in']),
  medium: v.picklist(['EMAIL', 'SMS']),
  /** Where a text message went. */
  phone: v.exactOptional(v.string()),
  code: v.string(),
  /** Confirms the sign-up when opened, if the pool verifies by link. */
  link: v.exactOptional(v.string()),
  sentAt: v.string(),
});

/** A message that the pool "sent". `sentAt` is an ISO 8601 time in UTC. */
export type MailItem = Readonly<v.InferOutput<typeof mailItemSchema>>;

const capacity = 500;

/** Keeps the latest emails and text messages for people and tests to read. */
export const createMailbox = (table: Table<MailItem>, now: () => number) => ({
  send(message: Omit<MailItem, 'sentAt'>): void {
    table.set(randomUUID(), { ...message, sentAt: new Date(now()).toISOString() });
    const [oldest] = table.keys();
    if (oldest !== undefined && table.size > capacity) table.delete(oldest);
  },
  empty(): void {
    for (const key of table.keys()) table.delete(key);
  },
  /** Newest first; `to` is an address in any case. */
  list(to?: string): MailItem[] {
    const items = [...table.values()].reverse();
    return to === undefined ? items : items.filter((item) => item.to.toLowerCase() === to.toLowerCase());
  },
});
