import { composeMail } from '#server/store/mail/html.ts';
import { type MailData, writeMail } from '#server/store/mail/texts.ts';

const seller = {
  name: 'Parks & Co.',
  address: '1 Main Street, Chicago, IL 60601',
  support: 'help@shop.example',
};

const data: MailData = {
  transaction_id: '3f0c9a52-7f1e-4f0e-9d1b-5a6c8e2b7d10',
  created_at: '2026-11-20T12:00:00Z',
  product_name: 'Plus',
  amount_cents: 1_000,
  credits: 1_200,
  bonus_credits: 100,
  balance_after: 1_300,
  card_last4: '1111',
  reversal: { kind: 'refund', cents: 250, credits: 325 },
  is_top_up_paused: true,
  failure_reason: 'Your card was declined: insufficient funds.',
  next_try: '2026-11-23T15:30:00Z',
  pause_reason: 'declined-repeatedly',
  available: 99,
  threshold: 100,
  expires_at: '2026-12-04T12:00:00Z',
  percent: 100,
  monthly_credits: 5_000,
  used: 5_000,
  resets_at: '2026-12-01T06:00:00.000Z',
};

export const mailKinds = [
  'receipt',
  'top-up-receipt',
  'top-up-failed',
  'top-up-paused',
  'refund',
  'low-balance',
  'expiring',
  'spending-limit',
] as const;
export type MailKind = (typeof mailKinds)[number];

export const sampleMail = (kind: MailKind, changes: Partial<MailData> = {}, support = seller.support) => {
  const words = writeMail(kind, { ...data, ...changes }, seller.name);
  const config = { seller: { ...seller, support }, appUrl: 'https://shop.example' };
  return composeMail(words, config, words.because && 'https://api.shop.example/mail/unsubscribe/token');
};
