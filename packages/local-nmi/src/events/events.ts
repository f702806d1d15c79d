import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import type { Settings } from '../settings.ts';
import type { Happening } from './bodies.ts';
import { createDeliveries, type WebhookOptions } from './deliveries.ts';
import {
  createDeliveryRules,
  type DeliveryRule,
  matchesType,
  type NewDeliveryRule,
} from './delivery-rules.ts';

export const openEventsSchema = v.array(
  v.object({ id: v.string(), type: v.string(), body: v.string(), orderIds: v.array(v.string()) }),
);

export interface EventStatus {
  readonly id: string;
  readonly type: string;
  readonly orderIds: readonly string[];
  readonly state: 'waiting' | 'held' | 'delivered' | 'lost' | 'given-up';
  readonly tries: number;
  /** The last attempt's HTTP status; undefined without a response. */
  readonly lastStatus?: number | undefined;
}

export const releaseOrders = ['as-happened', 'reversed', 'shuffled'] as const;

type Kept = { -readonly [Key in keyof EventStatus]: EventStatus[Key] } & { readonly body: string };

/** How many finished events are kept. */
const maxFinished = 200;

export interface ReleaseOptions {
  readonly orderId?: string | undefined;
  readonly order?: (typeof releaseOrders)[number] | undefined;
}

interface EventParts {
  readonly found: v.InferOutput<typeof openEventsSchema> | undefined;
  /** Saves the state. Resolves when all changes so far are on disk. */
  readonly save: () => Promise<void>;
  /** The merchant's webhook. Without it, events are neither sent nor kept. */
  readonly webhook: WebhookOptions | undefined;
  readonly settings: () => Settings;
  /** Returns the time in ms since the epoch. */
  readonly clock: () => number;
}

/** The events for the merchant's server. After a restart, undelivered events start over with their first attempt. */
export type Events = ReturnType<typeof createEvents>;

export const createEvents = ({ found = [], save, webhook, settings, clock }: EventParts) => {
  const events = new Map<string, Kept>();
  const rules = createDeliveryRules();
  const isOpen = ({ state }: Kept) => state === 'waiting' || state === 'held';

  for (const event of found) events.set(event.id, { ...event, state: 'waiting', tries: 0 });

  /** Saves in the background. If saving fails, a restart sends a finished event again. */
  const saveLater = (): void => {
    save().catch((error: unknown) => console.error(error));
  };

  const finish = (id: string, state: 'delivered' | 'lost' | 'given-up'): void => {
    const event = events.get(id);
    if (event === undefined || !isOpen(event)) return;
    event.state = state;
    saveLater();
    const finished = [...events.values()].filter((one) => !isOpen(one));
    for (const { id: oldest } of finished.slice(0, -maxFinished)) events.delete(oldest);
  };

  const deliveries =
    webhook &&
    createDeliveries({
      webhook,
      clock,
      signature: () => settings().eventSignature,
      onTry: (id, status) => {
        const event = events.get(id);
        if (event === undefined) return;
        event.tries += 1;
        event.lastStatus = status;
        if (status === 200) finish(id, 'delivered');
      },
      onGivenUp: (id) => finish(id, 'given-up'),
    });

  const applyRule = (event: Kept, rule: DeliveryRule | undefined): void => {
    switch (rule?.fate) {
      case 'lost':
        finish(event.id, 'lost');
        return;
      case 'held':
        return;
      case 'duplicated':
        for (let copy = 0; copy < rule.copies; copy += 1) deliveries?.deliverLater(event.id, event.body);
        return;
      default:
        deliveries?.deliverLater(event.id, event.body, rule?.delayMs);
    }
  };

  for (const { id, body } of events.values()) deliveries?.deliverLater(id, body, 0);

  return {
    /** Saves an event if the merchant subscribed to it, and then sends it unless a rule says otherwise. */
    async send({ type, body, orderIds }: Happening): Promise<void> {
      if (webhook === undefined) return;
      if (!settings().eventTypes.some((pattern) => matchesType(pattern, type))) return;
      const id = randomUUID();
      const text = JSON.stringify({ event_id: id, event_type: type, event_body: body });
      const event: Kept = { id, type, body: text, orderIds, state: 'waiting', tries: 0 };
      events.set(id, event);
      const rule = rules.take(event);
      // Mark the event before saving, because an operator may release it during the save.
      if (rule?.fate === 'held') event.state = 'held';
      await save();
      applyRule(event, rule);
    },
    /** Lists events, newest first. */
    list: (): readonly EventStatus[] =>
      [...events.values()].map(({ body: _body, ...status }) => ({ ...status })).reverse(),
    /** Sends an event again, in any state. Returns false if the id is unknown. */
    resend(id: string): boolean {
      const event = events.get(id);
      if (event === undefined) return false;
      event.state = 'waiting';
      saveLater();
      deliveries?.deliverLater(id, event.body, 0);
      return true;
    },
    addDeliveryRule: (rule: NewDeliveryRule): DeliveryRule => rules.add(rule),
    listDeliveryRules: rules.list,
    removeDeliveryRule: (id: string): boolean => rules.remove((rule) => rule.id === id),
    /** Removes all rules. Held events stay held until they are released. */
    clearDeliveryRules: (): void => {
      rules.remove(() => true);
    },
    /** Sends held events, an order's or all, in sequence, and removes their rules. Resolves after the attempts. */
    async release({ orderId, order = 'as-happened' }: ReleaseOptions = {}): Promise<void> {
      rules.remove((rule) => rule.fate === 'held' && (orderId === undefined || rule.orderId === orderId));
      const held = [...events.values()].filter(
        ({ state, orderIds }) => state === 'held' && (orderId === undefined || orderIds.includes(orderId)),
      );
      for (const event of inOrder(held, order)) {
        // Another release may have sent this event during the wait.
        if (event.state !== 'held') continue;
        event.state = 'waiting';
        await deliveries?.deliverNow(event.id, event.body);
      }
    },
    close: async (): Promise<void> => deliveries?.close(),
    toSave: () =>
      [...events.values()]
        .filter(isOpen)
        .map(({ id, type, body, orderIds }) => ({ id, type, body, orderIds: [...orderIds] })),
  };
};

const inOrder = (events: readonly Kept[], order: ReleaseOptions['order']): readonly Kept[] => {
  if (order === 'as-happened') return events;
  if (order === 'reversed') return events.toReversed();
  return events
    .map((event) => ({ event, key: Math.random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ event }) => event);
};
