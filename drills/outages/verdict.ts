/** The response status of a purchase that is charged and booked. */
export const booked = '200';

export interface Evidence {
  readonly attempts: readonly { readonly key: string; readonly end: string | undefined }[];
  readonly sales: readonly { readonly orderId: string; readonly outcome: string }[];
  readonly entries: readonly {
    readonly orderId: string;
    readonly status: string;
    readonly purchases: number;
  }[];
}

export const judge = ({ attempts, sales, entries }: Evidence) => {
  const approved = new Map<string, number>();
  for (const { orderId, outcome } of sales)
    if (outcome === 'approved') approved.set(orderId, (approved.get(orderId) ?? 0) + 1);
  const entered = new Map(entries.map((entry) => [entry.orderId, entry]));
  const ends = new Map(attempts.map(({ key, end }) => [key, end]));
  const keys = [...new Set([...ends.keys(), ...approved.keys(), ...entered.keys()])];

  const isDoubled = (key: string) =>
    (approved.get(key) ?? 0) > 1 ||
    entries.filter(({ orderId }) => orderId === key).length > 1 ||
    (entered.get(key)?.purchases ?? 0) > 1;
  const isLost = (key: string) => {
    const entry = entered.get(key);
    if (!approved.has(key)) return ends.get(key) === booked || entry?.status === 'completed';
    return entry?.status !== 'completed' || entry.purchases === 0 || ends.get(key) !== booked;
  };
  const isOpen = (key: string) =>
    !approved.has(key) &&
    ((ends.has(key) && ends.get(key) === undefined) || entered.get(key)?.status === 'pending');
  return {
    charged: approved.size,
    /** Keys of purchases that were charged or booked more than once. */
    doubled: keys.filter(isDoubled),
    /** Keys of purchases that were charged but not booked or confirmed, or booked or confirmed but not charged. */
    lost: keys.filter(isLost),
    /** Keys of purchases neither charged nor settled, because a process died while sending the sale. */
    open: keys.filter(isOpen),
  };
};
