import fc from 'fast-check';
import type { Gateway } from '#local-nmi';
import { type Generated, stepKind } from '../step-kind.ts';
import type { Card, TabName } from './customer.ts';
import { eventDeliveries, paymentDeliveries, saleDeliveries } from './network.ts';

type NewStagedReply = Parameters<Gateway['replies']['add']>[0];

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

const purchase = fc.nat({ max: 3 });
const events = fc.array(fc.constantFrom(...eventDeliveries), { maxLength: 2 });

const step = fc.oneof(
  stepKind(6, 'buy', {
    // If the customer has two tabs open, buy in both tabs concurrently.
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
    // Deliveries of the payment request and its retries.
    payments: fc.array(fc.constantFrom(...paymentDeliveries), { maxLength: 3 }),
    sales: fc.array(fc.constantFrom(...saleDeliveries), { maxLength: 2 }),
    lostQuestions: fc.nat({ max: 2 }),
    replies: fc.oneof(
      { weight: 3, arbitrary: fc.constant([]) },
      { weight: 1, arbitrary: fc.constantFrom(...replies).map((reply) => [reply]) },
    ),
    // The lag of the gateway's records from now on; undefined means until they catch up.
    recordsLagSeconds: fc.constantFrom(0, 5, 300, undefined),
  }),
  stepKind(3, 'wait', { seconds: fc.constantFrom(1, 10, 31, 62, 150) }),
  stepKind(3, 'reload', { tab }),
  stepKind(1, 'acknowledge', { tab }),
  // The shop refunds one of the customer's purchases, if enough of the charge is left.
  stepKind(3, 'refund', {
    purchase,
    // A share of the charge; undefined means everything that is left.
    share: fc.constantFrom(undefined, 0.5, 0.333, 0.01),
    shape: fc.constantFrom('action' as const, 'own-transaction' as const),
    events,
  }),
  stepKind(1, 'void', { purchase, events }),
  // The bank returns the charge of a purchase (a chargeback).
  stepKind(1, 'return', { purchase }),
  // The customer's charges settle, because only settled charges can be refunded.
  stepKind(1, 'settle'),
  stepKind(1, 'the records catch up'),
  stepKind(1, 'late events arrive'),
  stepKind(1, 'late payments arrive'),
  stepKind(1, 'the store is killed'),
  stepKind(1, 'the store is deployed'),
);

export type Step = Generated<typeof step>;

export const sequences: fc.Arbitrary<Step[]> = fc.array(step, { minLength: 2, maxLength: 7 });
