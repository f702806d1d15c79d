import type { Refund } from '#contract/refunds.ts';
import { StoreError } from '#domain/store-error.ts';
import type { RefundSource } from '#features/shared/app-context.ts';
import { refundTexts } from '#texts/refunds.ts';
import { failing, pending, transactions } from '../harness/fixtures.ts';
import { dashboard, type Story } from './story.ts';

const until = '2026-03-28T14:09:26Z';
const terms: Refund = { allowed: true, amount_cents: 500, credits: 500, spent: 0, until, requested_at: null };
const topUp = { state: 'on', paused_reason: null, last_charge: null };

const withRefund = (refund: Partial<RefundSource>, ...presses: readonly string[]): Story =>
  dashboard({
    ledger: { events: [{ type: 'transaction.opened', id: transactions[0]?.id ?? '' }] },
    store: { credits: async () => ({ held: 0, expiring: null, top_up: topUp }) },
    refund: { load: async () => terms, ...refund },
    presses,
  });

const barred = (why: Partial<Refund>): Story =>
  withRefund({ load: async () => ({ ...terms, allowed: false, ...why }) });
const confirm = [refundTexts.start, refundTexts.confirm(terms)];
const asked = (request: RefundSource['request']): Story => withRefund({ request }, ...confirm);
const oldSignIn = new StoreError('refused', '', { status: 403, code: 'recent-sign-in-required' });

export const refundStories: Readonly<Record<string, Story>> = {
  loading: withRefund({ load: pending }),
  failed: withRefund({ load: failing }),
  offered: withRefund({}),
  'credits-spent': barred({ reason: 'credits-spent', spent: 12 }),
  requested: barred({ requested_at: until }),
  asking: withRefund({}, refundTexts.start),
  'asking-offline': { ...withRefund({}, refundTexts.start), offline: true },
  sending: withRefund({}, ...confirm),
  refused: asked(() => Promise.reject(oldSignIn)),
  unknown: asked(failing),
  started: asked(async () => true),
};
