import fc from 'fast-check';
import type { Gateway } from '#local-nmi';
import type { Card, TabName } from './customer.ts';
import {
  type EventDelivery,
  eventDeliveries,
  type PaymentDelivery,
  paymentDeliveries,
  type SaleDelivery,
  saleDeliveries,
} from './network.ts';

type NewStagedReply = Parameters<Gateway['replies']['add']>[0];

export type Step =
  | {
      readonly does: 'buy';
      /** In both tabs at once if there are two. */
      readonly tabs: readonly TabName[];
      readonly product: number;
      readonly card: Card;
      readonly clicks: number;
      /** Applies to the payment request and its replays. */
      readonly payments: readonly PaymentDelivery[];
      readonly sales: readonly SaleDelivery[];
      readonly lostQuestions: number;
      readonly replies: readonly NewStagedReply[];
      /** The lag of the gateway's records from now on. Undefined: until they catch up. */
      readonly recordsLagSeconds: number | undefined;
    }
  | { readonly does: 'wait'; readonly seconds: number }
  | { readonly does: 'reload'; readonly tab: TabName }
  | { readonly does: 'acknowledge'; readonly tab: TabName }
  /** The shop refunds one of the customer's purchases, if enough of it is left. */
  | {
      readonly does: 'refund';
      readonly purchase: number;
      /** A share of the charge. Undefined refunds everything that is left. */
      readonly share: number | undefined;
      readonly shape: 'action' | 'own-transaction';
      readonly events: readonly EventDelivery[];
    }
  | { readonly does: 'void'; readonly purchase: number; readonly events: readonly EventDelivery[] }
  /** A chargeback. */
  | { readonly does: 'return'; readonly purchase: number }
  /** The customer's charges settle. Only settled charges can be refunded. */
  | { readonly does: 'settle' }
  | { readonly does: 'the records catch up' }
  | { readonly does: 'late events arrive' }
  | { readonly does: 'late payments arrive' }
  | { readonly does: 'the store is killed' }
  | { readonly does: 'the store is deployed' };

const tab = fc.constantFrom<TabName>('first', 'second');

const replies: readonly NewStagedReply[] = [
  { reply: 'rate-limit' },
  { reply: 'too-many-requests' },
  { reply: 'lost' },
  { reply: 'code', code: 400, effect: 'done' },
  { reply: 'code', code: 420, effect: 'failed' },
  { reply: 'code', code: 421, effect: 'nothing' },
  { reply: 'code', code: 430, effect: 'nothing' },
  { reply: 'code', code: 265, effect: 'done' },
];

const buy = fc.record<Extract<Step, { does: 'buy' }>>({
  does: fc.constant('buy'),
  tabs: fc.oneof(
    { weight: 4, arbitrary: fc.constant<TabName[]>(['first']) },
    { weight: 1, arbitrary: fc.constant<TabName[]>(['second']) },
    { weight: 1, arbitrary: fc.constant<TabName[]>(['first', 'second']) },
  ),
  product: fc.nat({ max: 2 }),
  card: fc.oneof(
    { weight: 4, arbitrary: fc.constant<Card>('good') },
    { weight: 1, arbitrary: fc.constantFrom<Card>('good', 'declined', 'failing') },
  ),
  clicks: fc.integer({ min: 1, max: 3 }),
  payments: fc.array(fc.constantFrom(...paymentDeliveries), { maxLength: 3 }),
  sales: fc.array(fc.constantFrom(...saleDeliveries), { maxLength: 2 }),
  lostQuestions: fc.nat({ max: 2 }),
  replies: fc.oneof(
    { weight: 3, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.constantFrom(...replies).map((reply) => [reply]) },
  ),
  recordsLagSeconds: fc.constantFrom(0, 5, 300, undefined),
});

const purchase = fc.nat({ max: 3 });
const events = fc.array(fc.constantFrom(...eventDeliveries), { maxLength: 2 });

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: buy },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('wait' as const),
      seconds: fc.constantFrom(1, 10, 31, 62, 150),
    }),
  },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('reload' as const), tab }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('acknowledge' as const), tab }) },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('refund' as const),
      purchase,
      share: fc.constantFrom(undefined, 0.5, 0.333, 0.01),
      shape: fc.constantFrom('action' as const, 'own-transaction' as const),
      events,
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('void' as const), purchase, events }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('return' as const), purchase }) },
  { weight: 1, arbitrary: fc.constant<Step>({ does: 'settle' }) },
  { weight: 1, arbitrary: fc.constant<Step>({ does: 'the records catch up' }) },
  { weight: 1, arbitrary: fc.constant<Step>({ does: 'late events arrive' }) },
  { weight: 1, arbitrary: fc.constant<Step>({ does: 'late payments arrive' }) },
  { weight: 1, arbitrary: fc.constant<Step>({ does: 'the store is killed' }) },
  { weight: 1, arbitrary: fc.constant<Step>({ does: 'the store is deployed' }) },
);

export const sequences: fc.Arbitrary<Step[]> = fc.array(step, { minLength: 2, maxLength: 7 });
