import type { ArrivedSale } from './network.ts';
import type { SaleDelivery } from './steps.ts';

/** The terms that a customer agreed to; undefined means that no charges are allowed. */
export type Terms =
  | { readonly vaultId: string; readonly cents: number; readonly limitCents: number }
  | undefined;

/** Creates a record of a customer's agreements and charges. */
export const createPlayer = (
  customerId: string,
  cards: readonly { readonly cardId: string; readonly vaultId: string }[],
) => ({
  customerId,
  cards,
  /** The settings that the store last saved. */
  agreement: undefined as Terms,
  /** The terms of allowed charges, according to the store's last response. */
  terms: undefined as Terms,
  /** The terms that the current step agrees to. */
  next: undefined as Terms,
  /** Orders that the store has reported as already sent, with the terms at that time. */
  reported: new Map<string, readonly Terms[]>(),
  deliveries: [] as SaleDelivery[],
  /** Automatic charges. `at` is the time of the store's clock, in ms. */
  charges: [] as { orderId: string; at: number; cents: number; limitCents: number }[],
  /** Ids of orders that the gateway has charged. */
  charged: new Set<string>(),
  problems: [] as string[],
});

export type Player = ReturnType<typeof createPlayer>;

/** Records an approved sale, and a problem if the customer hasn't agreed to it. */
export const witness = (player: Player, sale: ArrivedSale, at: number): void => {
  if (!sale.isApproved) return;
  const { orderId, cents } = sale;
  player.charged.add(orderId);
  if (!sale.isAutomatic) return;
  const agreed = [...(player.reported.get(orderId) ?? []), player.terms, player.next].filter(
    (terms) => terms?.vaultId === sale.vaultId && terms.cents === cents,
  );
  if (agreed.length === 0) player.problems.push(`${orderId} was charged without consent`);
  const limitCents = Math.max(0, ...agreed.flatMap((terms) => terms?.limitCents ?? []));
  player.charges.push({ orderId, at, cents, limitCents });
};

export interface Caps {
  readonly intervalMs: number;
  readonly perDay: number;
}

const dayMs = 86_400_000;
const monthOf = (at: number): string =>
  new Intl.DateTimeFormat('en-US', { timeZone: 'America/Chicago', year: 'numeric', month: 'numeric' }).format(
    at,
  );

/** Returns charges that were too soon, too many for a day, or above the monthly limit. */
export const brokenCaps = ({ charges }: Player, { intervalMs, perDay }: Caps): string[] =>
  charges.flatMap(({ orderId, at, cents, limitCents }, index) => {
    const earlier = charges.slice(0, index);
    const ofMonth = earlier.filter((other) => monthOf(other.at) === monthOf(at) || other.at > at);
    const monthCents = ofMonth.reduce((sum, other) => sum + other.cents, cents);
    return [
      ...(earlier.some((other) => at - other.at < intervalMs) ? [`${orderId} came within the interval`] : []),
      ...(earlier.filter((other) => at - other.at < dayMs).length >= perDay
        ? [`${orderId} is above the daily cap`]
        : []),
      ...(monthCents > limitCents ? [`${orderId} is above the monthly cap`] : []),
    ];
  });
