// Written by test/contract.test.ts from the store’s OpenAPI document.

export interface Customer {
  readonly id: string;
  readonly email: string | null;
  readonly balance: number;
  readonly held: number;
  readonly available: number;
  readonly spendingLimit?: {
  readonly monthlyCredits: number;
  readonly used: number;
  readonly resetsAt: string;
} | null | undefined;
}

export interface Customers {
  readonly customers: Customer[];
}

export interface Grant {
  readonly id: string;
  readonly kind: 'purchase' | 'bonus' | 'promotion' | 'adjustment';
  readonly credits: number;
  readonly remaining: number;
  readonly held: number;
  readonly priority: number;
  readonly expiresAt: string | null;
  readonly createdAt: string;
  readonly customerId: string;
  readonly reason: string | null;
}

export interface ListedGrant {
  readonly id: string;
  readonly kind: 'purchase' | 'bonus' | 'promotion' | 'adjustment';
  readonly credits: number;
  readonly remaining: number;
  readonly held: number;
  readonly priority: number;
  readonly expiresAt: string | null;
  readonly createdAt: string;
}

export interface Grants {
  readonly grants: ListedGrant[];
}

export interface Spend {
  readonly id: string;
  readonly customerId: string;
  readonly credits: number;
  readonly returned: number;
  readonly reference: string | null;
  readonly createdAt: string;
  readonly balance: number;
  readonly held: number;
  readonly available: number;
}

export interface SpendDone {
  readonly id: string;
  readonly customerId: string;
  readonly credits: number;
  readonly returned: number;
  readonly reference: string | null;
  readonly createdAt: string;
  readonly balance: number;
  readonly held: number;
  readonly available: number;
  readonly status: 200 | 201;
}

export interface SpendRefused {
  readonly id: string | null;
  readonly status: number;
  readonly code: RefusalCode;
  readonly detail: string;
  readonly required?: number | undefined;
  readonly available?: number | undefined;
  readonly limit?: number | undefined;
  readonly used?: number | undefined;
  readonly resetsAt?: string | undefined;
  readonly buyUrl?: string | undefined;
}

export interface Hold {
  readonly id: string;
  readonly customerId: string;
  readonly credits: number;
  readonly state: 'open' | 'captured' | 'released' | 'expired';
  readonly captured: number;
  readonly expiresAt: string;
  readonly balance: number;
  readonly held: number;
  readonly available: number;
}

export interface Purchase {
  readonly id?: string | null | undefined;
  readonly productName?: string | null | undefined;
  readonly transactionDate?: string | null | undefined;
  readonly status?: string | null | undefined;
  readonly amountDisplay?: string | null | undefined;
  readonly creditsReceived?: number | null | undefined;
  readonly bonusCredits?: number | null | undefined;
  readonly totalCredits?: number | null | undefined;
  readonly balanceAfterTransaction?: number | null | undefined;
  readonly ionicTransactionId?: string | null | undefined;
  readonly ionicOrderId?: string | null | undefined;
  readonly reversals: {
  readonly kind?: string | null | undefined;
  readonly date?: string | null | undefined;
  readonly amountDisplay?: string | null | undefined;
  readonly credits?: number | null | undefined;
  readonly amountCents: number;
}[];
  readonly refundedDisplay?: string | null | undefined;
  readonly failureReason?: string | null | undefined;
  readonly card?: {
  readonly brand?: string | null | undefined;
  readonly last4: string;
} | null | undefined;
  readonly isAutomatic?: boolean | undefined;
  readonly customerId: string;
  readonly productId: string;
  readonly amountCents: number;
  readonly currency: 'USD';
  readonly refundedCents: number;
  readonly orderId: string;
  readonly gatewayTransactionId: string | null;
}

export interface TopUp {
  readonly id: string;
  readonly customerId: string;
  readonly status: 'completed' | 'failed';
  readonly productName: string;
  readonly amountCents: number;
  readonly credits: number;
  readonly failureReason: string | null;
  readonly requiredCredits: number | null;
  readonly coversRequired: boolean;
  readonly balance: number;
  readonly held: number;
  readonly available: number;
}

export interface TopUpPause {
  readonly id: string;
  readonly reason: 'card-declined' | 'declined-repeatedly' | 'card-removed' | 'card-expired' | 'card-closed' | 'contact-bank' | 'price-changed' | 'package-withdrawn' | 'refunded' | 'chargeback' | 'merchant' | 'account-closed' | 'unavailable';
  readonly pausedAt: string;
  readonly balance: number;
  readonly held: number;
  readonly available: number;
}

export interface SpendingLimitReached {
  readonly id: string;
  readonly percent: 80 | 100;
  readonly monthlyCredits: number;
  readonly used: number;
  readonly resetsAt: string;
}

export interface Erased {
  readonly id: string;
  readonly erased: true;
}

export interface ExpiredGrant {
  readonly id: string;
  readonly kind: 'purchase' | 'bonus' | 'promotion' | 'adjustment';
  readonly credits: number;
  readonly remaining: number;
  readonly held: number;
  readonly priority: number;
  readonly expiresAt: string | null;
  readonly createdAt: string;
  readonly customerId: string;
  readonly reason: string | null;
  readonly expired: number | null;
}

export interface Usage {
  readonly rows: ({
  readonly day: string;
  readonly credits: number;
  readonly count: number;
} | {
  readonly reference: string | null;
  readonly credits: number;
  readonly count: number;
})[];
  readonly credits: number;
}

export interface SpendRequest {
  readonly customerId: string;
  readonly credits: number;
  readonly reference?: string | null | undefined;
  readonly description?: string | null | undefined;
}

export interface ReturnRequest {
  readonly credits: number;
}

export interface HoldRequest {
  readonly customerId: string;
  readonly credits: number;
  /** Seconds. Default: 600 */
  readonly expiresIn?: number | undefined;
  readonly reference?: string | null | undefined;
}

export interface ExtendRequest {
  /** Seconds from now */
  readonly expiresIn: number;
}

export interface GrantRequest {
  readonly customerId: string;
  readonly credits: number;
  readonly reason: string;
  readonly expiresAt?: string | null | undefined;
  /** Grants with a lower number are used first. Default: 100 */
  readonly priority?: number | undefined;
}

export type CofferEvent = {
  readonly id: string;
  readonly type: 'customer.created';
  readonly timestamp: string;
  readonly data: Customer | Erased;
} | {
  readonly id: string;
  readonly type: 'grant.created';
  readonly timestamp: string;
  readonly data: Grant | Erased;
} | {
  readonly id: string;
  readonly type: 'purchase.completed';
  readonly timestamp: string;
  readonly data: Purchase | Erased;
} | {
  readonly id: string;
  readonly type: 'purchase.refund_requested';
  readonly timestamp: string;
  readonly data: Purchase | Erased;
} | {
  readonly id: string;
  readonly type: 'purchase.reversed';
  readonly timestamp: string;
  readonly data: Purchase | Erased;
} | {
  readonly id: string;
  readonly type: 'spend.returned';
  readonly timestamp: string;
  readonly data: Spend | Erased;
} | {
  readonly id: string;
  readonly type: 'hold.expired';
  readonly timestamp: string;
  readonly data: Hold | Erased;
} | {
  readonly id: string;
  readonly type: 'grant.expired';
  readonly timestamp: string;
  readonly data: ExpiredGrant | Erased;
} | {
  readonly id: string;
  readonly type: 'balance.low';
  readonly timestamp: string;
  readonly data: Customer | Erased;
} | {
  readonly id: string;
  readonly type: 'balance.exhausted';
  readonly timestamp: string;
  readonly data: Customer | Erased;
} | {
  readonly id: string;
  readonly type: 'top_up.completed';
  readonly timestamp: string;
  readonly data: TopUp | Erased;
} | {
  readonly id: string;
  readonly type: 'top_up.failed';
  readonly timestamp: string;
  readonly data: TopUp | Erased;
} | {
  readonly id: string;
  readonly type: 'top_up.paused';
  readonly timestamp: string;
  readonly data: TopUpPause | Erased;
} | {
  readonly id: string;
  readonly type: 'spending_limit.reached';
  readonly timestamp: string;
  readonly data: SpendingLimitReached | Erased;
};

export type SpendResult = SpendDone | (SpendRefused & { readonly id: string });

export interface SpendBatch {
  readonly results: SpendResult[];
}

export interface ActivityEntry {
  readonly id: string;
  readonly kind: 'spend' | 'return' | 'grant' | 'expiry' | 'purchase' | 'reversal' | 'adjustment';
  readonly description: string | null;
  readonly credits: number;
  readonly balanceAfter: number;
  readonly date: string;
  readonly reference?: string | null | undefined;
  readonly spendId?: string | undefined;
  readonly holdId?: string | undefined;
  readonly grantId?: string | undefined;
}

export interface Activity {
  readonly entries: ActivityEntry[];
  readonly next: string | null;
}

export interface Events {
  readonly events: CofferEvent[];
}

export type RefusalCode =
  | 'invalid-request'
  | 'invalid-key'
  | 'spending-limit-reached'
  | 'insufficient-credits'
  | 'customer-blocked'
  | 'missing-scope'
  | 'browser-refused'
  | 'customer-not-found'
  | 'spend-not-found'
  | 'hold-not-found'
  | 'grant-not-found'
  | 'id-reused'
  | 'unknown-event'
  | 'hold-captured'
  | 'hold-released'
  | 'hold-expired'
  | 'events-gone'
  | 'exceeds-spend'
  | 'exceeds-hold'
  | 'balance-full'
  | 'rate-limited'
  | 'not-found'
  | 'method-not-allowed'
  | 'too-large'
  | 'unsupported-media-type'
  | 'internal-error'
  | 'unavailable';
