import * as v from 'valibot';
import type { topUpPauses } from '#contract/top-up.ts';
import { displayCents } from '../ledger/money.ts';

const entry = {
  transaction_id: v.string(),
  order_id: v.string(),
  date: v.string(),
  product_name: v.string(),
  amount_cents: v.number(),
};
const entrySchema = v.object(entry);
const receipt = { ...entry, credits: v.number(), balance: v.number() };

/** A mail's kind, and the data that add_mail.sql writes for it. */
export const mailSchema = v.variant('kind', [
  v.object({ kind: v.literal('receipt'), ...receipt }),
  v.object({ kind: v.literal('top-up-receipt'), ...receipt }),
  v.object({
    kind: v.literal('top-up-failed'),
    ...entry,
    reason: v.nullable(v.string()),
    next_try: v.nullable(v.string()),
  }),
  v.object({ kind: v.literal('top-up-paused'), reason: v.string() }),
  v.object({
    kind: v.literal('refund'),
    ...entry,
    is_void: v.boolean(),
    refunded_cents: v.number(),
    credits: v.number(),
  }),
  v.object({ kind: v.literal('low-balance'), available: v.number(), threshold: v.number() }),
  v.object({ kind: v.literal('expiring'), credits: v.number(), expires_at: v.string() }),
]);
export type MailData = v.InferOutput<typeof mailSchema>;

export interface MailCard {
  readonly brand: string | null;
  readonly last4: string;
}

/** A mail's words. Facts are labels with their values. */
export interface MailWords {
  readonly subject: string;
  readonly lines: readonly string[];
  readonly facts: readonly (readonly [label: string, value: string])[];
  /** Links to pages of the app, with their paths. */
  readonly links: readonly (readonly [label: string, path: string])[];
  /** Why the customer gets this notice. Undefined if the store always sends the mail. */
  readonly because?: string;
}

const brands: ReadonlyMap<string | null, string> = new Map([
  ['visa', 'Visa'],
  ['mastercard', 'Mastercard'],
  ['amex', 'American Express'],
  ['discover', 'Discover'],
  ['diners', 'Diners Club'],
  ['jcb', 'JCB'],
  ['maestro', 'Maestro'],
  ['unionpay', 'UnionPay'],
]);

/** What the pauses of `topUpPauses` mean for the customer. */
const pauseTexts: Readonly<Record<(typeof topUpPauses)[number], string>> = {
  'card-declined': 'Your bank declined this card and asked us not to retry it. Use another card.',
  'declined-repeatedly': 'Your card was declined three times. Your bank can tell you why. Use another card.',
  'card-removed': 'The payment gateway no longer has this card. Use another card.',
  'card-expired': 'This card has expired. Use another card.',
  'card-closed': 'Your bank has closed this card. Use another card.',
  'contact-bank': 'Your bank says this card may not work, and can tell you why. Use another card.',
  'price-changed': 'The price or credits of your package have changed.',
  'package-withdrawn': 'Your package is no longer available. Choose another package.',
  refunded: 'One of your purchases was refunded.',
  chargeback: 'Your bank reversed one of your payments.',
  merchant: 'We paused it for you.',
  'account-closed': 'Your account was closed or disabled.',
  unavailable: "We can't charge cards automatically right now.",
};
const pauses: ReadonlyMap<string, string> = new Map(Object.entries(pauseTexts));

const chicago = { timeZone: 'America/Chicago' } as const;
const days = new Intl.DateTimeFormat('en-US', { ...chicago, dateStyle: 'medium' });
const times = new Intl.DateTimeFormat('en-US', { ...chicago, timeStyle: 'short' });
const numbers = new Intl.NumberFormat('en-US');

const dayOf = (stamp: string): string => days.format(new Date(stamp));
const momentOf = (stamp: string): string =>
  `${dayOf(stamp)} at ${times.format(new Date(stamp)).replace('\u202f', ' ')} CT`;
const creditsOf = (count: number): string => `${numbers.format(count)} ${count === 1 ? 'credit' : 'credits'}`;

const toBilling = ['Billing', '/billing'] as const;

type Of<Kind extends MailData['kind']> = Extract<MailData, { kind: Kind }>;

const toEntry = (id: string) => ['View this transaction', `/dashboard?tx=${id}`] as const;

const endingOf = (card: MailCard | undefined): string | undefined =>
  card && `${brands.get(card.brand) ?? 'card'} ending in ${card.last4}`;

const yours = (card: MailCard | undefined): string => `your ${endingOf(card) ?? 'card'}`;

const factsOf = (
  { product_name, amount_cents, date, transaction_id }: v.InferOutput<typeof entrySchema>,
  card: MailCard | undefined,
) =>
  [
    ['Package', product_name],
    ['Amount', displayCents(amount_cents)],
    ...(card === undefined ? [] : [['Card', `${endingOf(card)}`.replace(/^card/, 'Card')] as const]),
    ['Date', momentOf(date)],
    ['Transaction ID', transaction_id],
  ] as const;

const writeReceipt = (
  mail: Of<'receipt'> | Of<'top-up-receipt'>,
  seller: string,
  card: MailCard | undefined,
): MailWords => {
  const isAutomatic = mail.kind === 'top-up-receipt';
  const amount = displayCents(mail.amount_cents);
  const charged = `We charged ${yours(card)} ${amount}${isAutomatic ? ' automatically' : ''}, and added ${creditsOf(mail.credits)}.`;
  return {
    subject: `${isAutomatic ? 'Automatic top-up: your receipt' : 'Your receipt'} from ${seller} for ${amount}`,
    lines: isAutomatic
      ? [charged, 'To change automatic top-up or turn it off, go to Billing. You can do so at any time.']
      : [charged],
    facts: [
      ...factsOf(mail, card),
      ['Credits', numbers.format(mail.credits)],
      ['Balance after', numbers.format(mail.balance)],
    ],
    links: [toEntry(mail.transaction_id), ...(isAutomatic ? [toBilling] : [])],
  };
};

const writeFailure = (mail: Of<'top-up-failed'>, card: MailCard | undefined): MailWords => {
  return {
    subject: `Automatic top-up: we couldn't charge ${yours(card)}`,
    lines: [
      `We couldn't charge ${yours(card)} ${displayCents(mail.amount_cents)} automatically. ${mail.reason ?? ''}`.trim(),
      'You have not been charged.',
      mail.next_try === null
        ? "We won't try again until you use another card."
        : `We'll try again on ${momentOf(mail.next_try)}. You can also use another card.`,
      'To change automatic top-up or turn it off, go to Billing.',
    ],
    facts: factsOf(mail, card),
    links: [toBilling, toEntry(mail.transaction_id)],
  };
};

const writeRefund = (mail: Of<'refund'>, card: MailCard | undefined): MailWords => {
  const refunded = displayCents(mail.refunded_cents);
  const removed = mail.credits === 0 ? '' : `, and removed ${creditsOf(mail.credits)}`;
  return {
    subject: mail.is_void ? `Your payment of ${refunded} was canceled` : `We refunded ${refunded}`,
    lines: mail.is_void
      ? [
          `We canceled your payment of ${refunded} before ${yours(card)} was charged${removed}.`,
          'Your bank may still show it as pending for a few days.',
        ]
      : [
          `We refunded ${refunded} to ${yours(card)}${removed}.`,
          'Your bank may take several days to show it.',
        ],
    facts: [['Refunded', refunded], ...factsOf(mail, card)],
    links: [toEntry(mail.transaction_id)],
  };
};

/** Returns the words of a mail. @param card the card that was charged; undefined if unknown */
export const writeMail = (mail: MailData, seller: string, card?: MailCard): MailWords => {
  switch (mail.kind) {
    case 'receipt':
    case 'top-up-receipt':
      return writeReceipt(mail, seller, card);
    case 'top-up-failed':
      return writeFailure(mail, card);
    case 'top-up-paused':
      return {
        subject: 'Automatic top-up is paused',
        lines: [
          "Automatic top-up is paused. We won't charge your card.",
          pauses.get(mail.reason) ?? 'Something needs your attention.',
          'To turn it on again, save its settings in Billing.',
        ],
        facts: [],
        links: [toBilling],
      };
    case 'refund':
      return writeRefund(mail, card);
    case 'low-balance':
      return {
        subject: `You have ${creditsOf(mail.available)} left`,
        lines: [`You have ${creditsOf(mail.available)} left. Buy more so that you don't run out.`],
        facts: [],
        links: [['Buy credits', '/dashboard']],
        because: `You asked us to tell you when your balance falls below ${creditsOf(mail.threshold)}.`,
      };
    case 'expiring': {
      const expiry = `${creditsOf(mail.credits)} ${mail.credits === 1 ? 'expires' : 'expire'} on ${dayOf(mail.expires_at)}`;
      return {
        subject: expiry,
        lines: [`${expiry}. Use ${mail.credits === 1 ? 'it' : 'them'} before that day.`],
        facts: [],
        links: [['View your credits', '/dashboard']],
        because: 'We tell you before credits expire.',
      };
    }
  }
};
