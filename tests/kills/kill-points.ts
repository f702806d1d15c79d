/** The points at which a test kills a process, named after the work that the kill interrupts. */
export const killPoints = [
  'while it starts',
  'while a payment arrives',
  'before a sale reaches the gateway',
  'before a sale is charged',
  'after a sale is charged',
  'when a sale is answered',
  'while the records are read',
  'while an event is taken',
  'before a top-up is charged',
  'after a top-up is charged',
  'when a top-up is answered',
  'before a refund reaches the gateway',
  'before a refund is made',
  'after a refund is made',
  'when a refund is answered',
  'before a user is deleted',
  'after a user is deleted',
] as const;
export type KillPoint = (typeof killPoints)[number];

/** For each point of a top-up, the point of its sale. No other sale is in flight then. */
export const topUpPoints: ReadonlyMap<KillPoint, KillPoint> = new Map([
  ['before a top-up is charged', 'before a sale is charged'],
  ['after a top-up is charged', 'after a sale is charged'],
  ['when a top-up is answered', 'when a sale is answered'],
]);

/** The same for the points of a refund. */
export const refundPoints: ReadonlyMap<KillPoint, KillPoint> = new Map([
  ['before a refund reaches the gateway', 'before a sale reaches the gateway'],
  ['before a refund is made', 'before a sale is charged'],
  ['after a refund is made', 'after a sale is charged'],
  ['when a refund is answered', 'when a sale is answered'],
]);

export const deletionPoints: ReadonlySet<KillPoint> = new Set([
  'before a user is deleted',
  'after a user is deleted',
]);

export type Trap = ReturnType<typeof createTrap>;

export const createTrap = () => {
  let set: { readonly point: KillPoint; readonly strike: () => void } | undefined;
  return {
    set(point: KillPoint, strike: () => void): void {
      set = { point, strike };
    },
    pass(point: KillPoint): boolean {
      if (set?.point !== point) return false;
      const { strike } = set;
      set = undefined;
      strike();
      return true;
    },
    clear(): void {
      set = undefined;
    },
  };
};
