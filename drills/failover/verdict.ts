/** What buyers were told, what the gateway has in its own log, and what the store has in its books. */
export interface Evidence {
  readonly attempts: readonly { readonly key: string; readonly told: readonly string[] }[];
  /** Every sale that reached a card. */
  readonly sales: readonly { readonly orderId: string; readonly outcome: string }[];
  /** The ledger's entries, each with how many purchases the books have for it. */
  readonly entries: readonly {
    readonly orderId: string;
    readonly status: string;
    readonly purchases: number;
  }[];
}

/** The attempts, by their keys, of which something is to be said. */
export interface Verdict {
  /** Cards that were charged. */
  readonly charged: number;
  /** Charged or booked more than once. */
  readonly doubled: readonly string[];
  /** Charged and not booked, or not told so; or told, or booked, without a charge. */
  readonly lost: readonly string[];
  /** Never charged and not ended: the process that was to send the sale died, and nobody knows whether it had. */
  readonly open: readonly string[];
}

/** Compares what the gateway did with what the store and its customers know of it. */
export const judge = ({ attempts, sales, entries }: Evidence): Verdict => {
  const approved = new Map<string, number>();
  for (const { orderId, outcome } of sales)
    if (outcome === 'approved') approved.set(orderId, (approved.get(orderId) ?? 0) + 1);
  const booked = new Map(entries.map((entry) => [entry.orderId, entry]));
  const told = new Map(attempts.map((attempt) => [attempt.key, attempt.told]));
  const keys = [...new Set([...told.keys(), ...approved.keys(), ...booked.keys()])];

  const isDoubled = (key: string) =>
    (approved.get(key) ?? 0) > 1 || entries.filter(({ orderId }) => orderId === key).length > 1
      ? true
      : (booked.get(key)?.purchases ?? 0) > 1;
  const isLost = (key: string) => {
    const said = told.get(key) ?? [];
    if (!approved.has(key)) return said.includes('charged') || booked.get(key)?.status === 'completed';
    return (
      booked.get(key)?.status !== 'completed' ||
      booked.get(key)?.purchases === 0 ||
      said.length === 0 ||
      said.some((word) => word !== 'charged')
    );
  };
  const isOpen = (key: string) =>
    !approved.has(key) && (told.get(key)?.length === 0 || booked.get(key)?.status === 'pending');
  return {
    charged: approved.size,
    doubled: keys.filter(isDoubled),
    lost: keys.filter(isLost),
    open: keys.filter(isOpen),
  };
};
