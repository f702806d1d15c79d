import type { Refund } from '#contract/refunds.ts';
import type { RefundResult } from '#domain/refunds.ts';
import type { RefundSource } from '#features/shared/app-context.ts';
import { refundTexts } from '#texts/refunds.ts';
import { failing, pending, transactions } from '../harness/fixtures.ts';
import { dashboard, type Story } from './story.ts';

const terms: Refund = {
  allowed: true,
  amount_cents: 500,
  credits: 500,
  spent: 0,
  until: '2026-03-28T14:09:26Z',
  requested_at: null,
};

const withRefund = (refund: Partial<RefundSource>, ...presses: readonly string[]): Story =>
  dashboard({
    ledger: { events: [{ type: 'transaction.opened', id: transactions[0]?.id ?? '' }] },
    store: { credits: async () => ({ held: 0, expiring: null, top_up: topUp }) },
    refund: { load: async () => terms, ...refund },
    presses,
  });
const topUp = {
  state: 'on',
  paused_reason: null,
  last_charge: null,
  declined: null,
  delayed: null,
  shortfall: null,
};

const barred = (reason: string, spent = 0): Story =>
  withRefund({ load: async () => ({ ...terms, allowed: false, reason, spent }) });

const asked = (result: RefundResult): Story =>
  withRefund({ request: async () => result }, refundTexts.start, refundTexts.confirm(terms));

const refused = (name: 'sign-in-required' | 'rate-limited'): Story =>
  asked({ outcome: 'refused', name, message: '', retryAfter: 30 });

export const refundStories: Readonly<Record<string, Story>> = {
  loading: withRefund({ load: pending }),
  failed: withRefund({ load: failing }),
  offered: withRefund({}),
  'credits-spent': barred('credits-spent', 12),
  'not-latest': barred('not-latest'),
  requested: withRefund({ load: async () => ({ ...terms, allowed: false, requested_at: terms.until }) }),
  asking: withRefund({}, refundTexts.start),
  'asking-offline': { ...withRefund({}, refundTexts.start), offline: true },
  sending: withRefund({}, refundTexts.start, refundTexts.confirm(terms)),
  'sign-in-required': refused('sign-in-required'),
  'tried-too-often': refused('rate-limited'),
  unknown: asked({ outcome: 'unknown', needsSignIn: false }),
  started: asked({ outcome: 'done' }),
};
