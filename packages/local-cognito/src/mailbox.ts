import { randomUUID } from 'node:crypto';
import * as v from 'valibot';

export const mailItemSchema = v.object({
  /** The user's email address, even for a text message. */
  to: v.string(),
  kind: v.picklist(['sign-up', 'reset', 'sign-in', 'verification', 'invitation']),
  medium: v.picklist(['EMAIL', 'SMS']),
  phone: v.exactOptional(v.string()),
  code: v.string(),
  /** The URL that confirms the sign-up, if the pool verifies by link. */
  link: v.exactOptional(v.string()),
  sentAt: v.string(),
});

/** A message that the pool "sent". `sentAt` is an ISO 8601 time in UTC. */
export type MailItem = Readonly<v.InferOutput<typeof mailItemSchema>>;

const capacity = 500;

export const createMailbox = (table: Map<string, MailItem>, now: () => number) => ({
  send(message: Omit<MailItem, 'sentAt'>): void {
    table.set(randomUUID(), { ...message, sentAt: new Date(now()).toISOString() });
    const [oldest] = table.keys();
    if (oldest !== undefined && table.size > capacity) table.delete(oldest);
  },
  empty: () => table.clear(),
  /** Lists messages, newest first. `to` filters by email address, ignoring case. */
  list(to?: string): MailItem[] {
    const items = [...table.values()].reverse();
    return to === undefined ? items : items.filter((item) => item.to.toLowerCase() === to.toLowerCase());
  },
});
