import type { topUpPauses } from '#contract/top-up.ts';
import { displayCents } from '../ledger/money.ts';

/** What the SQL functions that call `add_mail` store. Each kind of mail has a part of it. */
export interface MailData {
  /** A transaction, as `describe_purchase` returns it. A pause has one if a declined charge caused it. */
  readonly transaction_id?: string | undefined;
  readonly created_at: string;
  readonly product_name: string;
  readonly amount_cents: number;
  readonly credits: number;
  readonly bonus_credits: number;
  readonly balance_after: number;
  readonly card_last4: string | null;
  readonly reversal: { readonly kind: string; readonly cents: number; readonly credits: number };
  readonly is_top_up_paused: boolean;
  readonly failure_reason: string | null;
  /** When the store charges the card again. Null: not before the customer acts. */
  readonly next_try: string | null;
  readonly pause_reason: string;
  readonly available: number;
  readonly threshold: number;
  readonly expires_at: string;
  readonly percent: number;
  readonly monthly_credits: number;
  readonly used: number;
  /** When the limit's next month starts. */
  readonly resets_at: string;
}

/** A mail's words. The subject is also its heading. Facts are labels with their values. */
export interface MailWords {
  readonly subject: string;
  /** Paragraphs. Empty ones are left out. */
  readonly lines: readonly string[];
  readonly facts?: readonly (readonly [label: string, value: string])[];
  /** Links to pages of the app, with their paths. */
  readonly links: readonly (readonly [label: string, path: string])[];
  /** Why the customer gets this notice. Undefined if the store always sends the mail. */
  readonly because?: string;
}

const pauses: Readonly<Record<string, string>> = {
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
} satisfies Readonly<Record<(typeof topUpPauses)[number], string>>;

/** What happened, before the amount, and what the bank does. */
const refundTexts: Readonly<Record<string, readonly [what: string, bank: string]>> = {
  refund: ['We refunded', 'Your bank may take several days to show the money.'],
  void: ['We canceled your payment of', 'Your bank may still show it as pending for a few days.'],
  chargeback: ['Your bank reversed your payment of', 'Your bank can tell you more.'],
};

const chicago = { timeZone: 'America/Chicago', dateStyle: 'medium' } as const;
const days = new Intl.DateTimeFormat('en-US', chicago);
const moments = new Intl.DateTimeFormat('en-US', { ...chicago, timeStyle: 'short' });
const numbers = new Intl.NumberFormat('en-US');

const momentOf = (stamp: string): string => `${moments.format(new Date(stamp)).replace('\u202F', ' ')} CT`;
const creditsOf = (count: number): string => `${numbers.format(count)} ${count === 1 ? 'credit' : 'credits'}`;
const cardOf = ({ card_last4 }: MailData): string =>
  card_last4 === null ? 'card' : `card ending in ${card_last4}`;

const toBilling = ['Billing', '/billing'] as const;
const turnOff = 'To change automatic top-up or turn it off, go to Billing.';
const turnOn = 'To turn it on again, save its settings in Billing.';

const toTransaction = ({ transaction_id }: MailData) =>
  ['View this transaction', `/dashboard?status=all&tx=${transaction_id}`] as const;

const factsOf = (transaction: MailData) =>
  [
    ['Package', transaction.product_name],
    ['Price', displayCents(transaction.amount_cents)],
    ['Card ending in', transaction.card_last4 ?? 'unknown'],
    ['Date', momentOf(transaction.created_at)],
    ['Transaction ID', transaction.transaction_id ?? ''],
  ] as const;

const writeReceipt = (mail: MailData, seller: string, how: string): MailWords => {
  const amount = displayCents(mail.amount_cents);
  const credits = mail.credits + mail.bonus_credits;
  return {
    subject: `Your receipt from ${seller} for ${amount}`,
    lines: [`We charged your ${cardOf(mail)} ${amount}${how}, and added ${creditsOf(credits)}.`],
    facts: [
      ...factsOf(mail),
      ['Credits', numbers.format(credits)],
      ['Balance after', numbers.format(mail.balance_after)],
    ],
    links: [toTransaction(mail)],
  };
};

const writeDecline = (mail: MailData, ...lines: readonly string[]): Omit<MailWords, 'subject'> => ({
  lines: [
    `We couldn't charge your ${cardOf(mail)} ${displayCents(mail.amount_cents)} automatically. You have not been charged.`,
    ...lines,
  ],
  facts: factsOf(mail),
  links: [toBilling, toTransaction(mail)],
});

const writers: Readonly<Record<string, (mail: MailData, seller: string) => MailWords>> = {
  receipt: (mail, seller) => writeReceipt(mail, seller, ''),
  'top-up-receipt': (mail, seller) => {
    const words = writeReceipt(mail, seller, ' automatically');
    return { ...words, lines: [...words.lines, turnOff], links: [...words.links, toBilling] };
  },
  'top-up-failed': (mail) => {
    const next =
      mail.next_try === null
        ? "We won't try again."
        : `We'll try again on ${momentOf(mail.next_try)}. You can also use another card.`;
    return {
      subject: 'An automatic charge failed',
      ...writeDecline(mail, mail.failure_reason ?? '', next, turnOff),
    };
  },
  'top-up-paused': (mail) => {
    const why = pauses[mail.pause_reason] ?? 'Something needs your attention.';
    return {
      subject: 'Automatic top-up is paused',
      ...(mail.transaction_id === undefined
        ? { lines: [why, "We won't charge your card.", turnOn], links: [toBilling] }
        : writeDecline(mail, why, turnOn)),
    };
  },
  refund: (mail) => {
    const { kind, cents, credits } = mail.reversal;
    const [what, bank] = refundTexts[kind] ?? ['We refunded', ''];
    return {
      subject: `${what} ${displayCents(cents)}`,
      lines: [
        `${bank} We removed ${creditsOf(credits)} from your balance.`,
        mail.is_top_up_paused ? `Automatic top-up is paused. ${turnOn}` : '',
      ],
      facts: factsOf(mail),
      links: [toTransaction(mail), ...(mail.is_top_up_paused ? [toBilling] : [])],
    };
  },
  'low-balance': ({ available, threshold }) => ({
    // A refund can remove more credits than are left.
    subject: `You have ${available > 0 ? creditsOf(available) : 'no credits'} left`,
    lines: ["Buy more credits so that you don't run out."],
    links: [['Buy credits', '/dashboard']],
    because: `You asked us to tell you when your balance falls below ${creditsOf(threshold)}.`,
  }),
  expiring: ({ credits, expires_at }) => ({
    subject: `${creditsOf(credits)} will expire on ${days.format(new Date(expires_at))}`,
    lines: ['Use your credits before that day.'],
    links: [['View your credits', '/dashboard']],
    because: 'We tell you before credits expire.',
  }),
  'spending-limit': ({ percent, used, monthly_credits, resets_at }) => {
    const isReached = percent === 100;
    const until = `until ${days.format(new Date(resets_at))}`;
    return {
      subject: isReached
        ? 'You have reached your spending limit'
        : `You have used ${Math.floor((used * 100) / monthly_credits)}% of your spending limit`,
      lines: [
        `You have used ${creditsOf(used)} this month. Your limit is ${creditsOf(monthly_credits)} a month.`,
        isReached
          ? `Services can't use more credits ${until}, unless you change the limit.`
          : `Services can use at most ${creditsOf(monthly_credits - used)} more ${until}.`,
        'To change the limit or remove it, go to Billing.',
      ],
      links: [toBilling],
    };
  },
};

/** @throws if only a newer release, whose processes also send mails, knows this kind */
export const writeMail = (kind: string, data: MailData, seller: string): MailWords => {
  const { [kind]: write } = writers;
  if (write === undefined) throw new Error(`Unknown kind of mail: ${kind}`);
  return write(data, seller);
};
