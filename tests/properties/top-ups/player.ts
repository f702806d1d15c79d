import type { ArrivedSale } from './network.ts';
import type { SaleDelivery } from './steps.ts';

/** What a customer agreed to; undefined: nothing may be charged. */
export type Terms =
  | { readonly vaultId: string; readonly cents: number; readonly limitCents: number }
  | undefined;

/** A customer, as the gateway and the store's answers show them. */
export const createPlayer = (
  customerId: string,
  cards: readonly { readonly cardId: string; readonly vaultId: string }[],
) => ({
  customerId,
  cards,
  /** The settings that the store last saved. */
  agreement: undefined as Terms,
  /** What may be charged, as the store last answered. */
  terms: undefined as Terms,
  /** What the step under way agrees to. */
  next: undefined as Terms,
  /** Orders that an answer has reported as sent before, with what could be charged then. */
  reported: new Map<string, readonly Terms[]>(),
  deliveries: [] as SaleDelivery[],
  /** Automatic charges. `at` is in milliseconds by the store's clock. */
  charges: [] as { orderId: string; at: number; cents: number; limitCents: number }[],
  /** Orders that the gateway charged. */
  charged: new Set<string>(),
  problems: [] as string[],
});

export type Player = ReturnType<typeof createPlayer>;

/** Records a sale that the gateway answered, and whether the customer has agreed to it. */
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

/** Charges that came too soon, or too often. */
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
