import type { CardGateway } from '../gateway/gateway.ts';
import { notSetUpCodes, type SaleOutcome } from '../gateway/sale-reply.ts';
import type { PoolUsers } from '../identity/pool-users.ts';
import type { PurchaseAttempts } from '../payments/attempts.ts';
import { type Meter, type SaleResult, settlementCauses } from './meter.ts';

export const withSalesMetered = (gateway: CardGateway, meter: Meter): CardGateway => ({
  ...gateway,
  async sell(sale, mayBegin) {
    const outcome = await gateway.sell(sale, mayBegin);
    const isTopUp = 'vaultId' in sale.card && sale.card.initialTransactionId !== undefined;
    const kind = sale.amountCents === 0 ? 'card' : isTopUp ? 'top-up' : 'purchase';
    meter.saleAnswered(resultOf(outcome), kind);
    return outcome;
  },
});

const resultOf = (outcome: SaleOutcome): SaleResult => {
  if (outcome.kind !== 'refused') return outcome.kind;
  return notSetUpCodes.has(outcome.code) ? 'not-set-up' : 'declined';
};

/** Counts each purchase attempt once, when it reaches its final status. */
export const withEndsMetered = (attempts: PurchaseAttempts, meter: Meter): PurchaseAttempts => ({
  ...attempts,
  async settle(attempt, decision, cause, reversals) {
    const settlement = await attempts.settle(attempt, decision, cause, reversals);
    const { moved, status } = settlement;
    if (moved && attempt.amountCents > 0 && attempt.state !== 'settled' && status !== 'pending') {
      const found = settlementCauses.find((known) => cause.startsWith(known)) ?? 'person';
      meter.attemptEnded({ status, decidedBy: decision.decidedBy, cause: found });
    }
    return settlement;
  },
});

export const withChecksMetered = (users: PoolUsers, meter: Meter): PoolUsers => ({
  ...users,
  async check(accessToken) {
    const state = await users.check(accessToken);
    meter.sessionChecked(state);
    return state;
  },
});
