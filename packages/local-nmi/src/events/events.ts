import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { openStateFile } from 'local-services/state-file.ts';
import * as v from 'valibot';
import type { Settings } from '../settings.ts';
import type { Happening } from './bodies.ts';
import { createDeliveries, type WebhookOptions } from './deliveries.ts';
import { createFates, type Fate, matchesType, type NewFate } from './fates.ts';

/** Events that still have to be sent. */
const openEventsSchema = v.array(
  v.object({ id: v.string(), type: v.string(), body: v.string(), orderIds: v.array(v.string()) }),
);

/** An event and what has come of it. */
export interface EventStatus {
  readonly id: string;
  readonly type: string;
  readonly orderIds: readonly string[];
  readonly state: 'waiting' | 'held' | 'delivered' | 'lost' | 'given-up';
  readonly tries: number;
  /** The answer to the last try: a status, or none. */
  readonly lastStatus?: number | undefined;
}

/** In which order held events are let go: as they happened, the last one first, or by chance. */
export const releaseOrders = ['as-happened', 'reversed', 'shuffled'] as const;
export type ReleaseOrder = (typeof releaseOrders)[number];

type Kept = { -readonly [Key in keyof EventStatus]: EventStatus[Key] } & { readonly body: string };

/** Finished events that are still told of. */
const maxFinished = 200;

interface EventParts {
  readonly dataDir: string | undefined;
  /** Absent: events are not sent, and not kept. */
  readonly webhook: WebhookOptions | undefined;
  readonly settings: () => Settings;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

/** The events for the merchant's server. What was not delivered is sent again after a restart, from its first try on. */
export type Events = Awaited<ReturnType<typeof openEvents>>;

export const openEvents = async ({ dataDir, webhook, settings, clock }: EventParts) => {
  const events = new Map<string, Kept>();
  const fates = createFates();
  const isOpen = ({ state }: Kept) => state === 'waiting' || state === 'held';

  const file = await openStateFile(dataDir && join(dataDir, 'events.json'), openEventsSchema, () =>
    [...events.values()]
      .filter(isOpen)
      .map(({ id, type, body, orderIds }) => ({ id, type, body, orderIds: [...orderIds] })),
  );
  for (const event of file.found ?? []) events.set(event.id, { ...event, state: 'waiting', tries: 0 });

  const finish = (id: string, state: 'delivered' | 'lost' | 'given-up'): void => {
    const event = events.get(id);
    if (event === undefined || !isOpen(event)) return;
    event.state = state;
    void file.save();
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

  const meet = (event: Kept, fate: Fate | undefined): void => {
    switch (fate?.fate) {
      case 'lost':
        finish(event.id, 'lost');
        return;
      case 'held':
        event.state = 'held';
        return;
      case 'duplicated':
        for (let copy = 0; copy < fate.copies; copy += 1) deliveries?.deliverLater(event.id, event.body);
        return;
      default:
        deliveries?.deliverLater(event.id, event.body, fate?.delayMs);
    }
  };

  for (const { id, body } of events.values()) deliveries?.deliverLater(id, body, 0);

  return {
    /** Keeps an event, unless the merchant did not subscribe to its type, and lets it meet its fate. */
    send({ type, body, orderIds }: Happening): void {
      if (webhook === undefined) return;
      if (!settings().eventTypes.some((pattern) => matchesType(pattern, type))) return;
      const id = randomUUID();
      const text = JSON.stringify({ event_id: id, event_type: type, event_body: body });
      const event: Kept = { id, type, body: text, orderIds, state: 'waiting', tries: 0 };
      events.set(id, event);
      void file.save();
      meet(event, fates.take(event));
    },
    /** Newest first. */
    list: (): readonly EventStatus[] =>
      [...events.values()].map(({ body: _body, ...status }) => ({ ...status })).reverse(),
    /** Sends an event once more, whatever has come of it; answers whether it is known. */
    resend(id: string): boolean {
      const event = events.get(id);
      if (event === undefined) return false;
      event.state = 'waiting';
      void file.save();
      deliveries?.deliverLater(id, event.body, 0);
      return true;
    },
    /** Has events of a kind, or about an order, meet a fate. */
    addFate: (fate: NewFate): Fate => fates.add(fate),
    listFates: fates.list,
    removeFate: (id: string): boolean => fates.remove((fate) => fate.id === id),
    /** Takes every fate back. What is held stays so until it is released. */
    clearFates: (): void => {
      fates.remove(() => true);
    },
    /**
     * Sends what is held, about one order or all, one after the other, and holds no more of it. Resolves after the first try
     * of each.
     */
    async release({ orderId, order = 'as-happened' }: ReleaseOptions = {}): Promise<void> {
      fates.remove((fate) => fate.fate === 'held' && (orderId === undefined || fate.orderId === orderId));
      const held = [...events.values()].filter(
        ({ state, orderIds }) => state === 'held' && (orderId === undefined || orderIds.includes(orderId)),
      );
      for (const event of inOrder(held, order)) {
        event.state = 'waiting';
        await deliveries?.deliverNow(event.id, event.body);
      }
    },
    async close(): Promise<void> {
      await deliveries?.close();
      await file.close();
    },
  };
};

export interface ReleaseOptions {
  readonly orderId?: string | undefined;
  readonly order?: ReleaseOrder | undefined;
}

const inOrder = (events: readonly Kept[], order: ReleaseOrder): readonly Kept[] => {
  if (order === 'as-happened') return events;
  if (order === 'reversed') return events.toReversed();
  return events
    .map((event) => ({ event, key: Math.random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ event }) => event);
};
