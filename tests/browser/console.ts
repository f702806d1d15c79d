import { expect } from '@playwright/test';
import * as v from 'valibot';
import type { Gateway } from '#local-nmi';
import { slowdown } from './cpu.ts';
import type { Person } from './people.ts';

const mailSchema = v.array(
  v.object({
    to: v.string(),
    kind: v.picklist(['sign-up', 'reset', 'sign-in']),
    code: v.string(),
    sentAt: v.string(),
  }),
);

const salesSchema = v.array(
  v.object({
    orderId: v.string(),
    amountCents: v.number(),
    outcome: v.picklist(['approved', 'declined', 'error']),
    /** The last 4 characters of the payment token. */
    token: v.string(),
    at: v.string(),
    transactionId: v.string(),
  }),
);
export type Sale = v.InferOutput<typeof salesSchema>[number];

export interface Fault {
  readonly service: 'pool' | 'store' | 'gateway';
  /** Method and path without query; for the user pool also an operation. */
  readonly match: string;
  /** Required query parameters. Others may have any value. */
  readonly query?: Readonly<Record<string, string>>;
  readonly requestHeaders?: Readonly<Record<string, string>>;
  readonly customer?: string;
  /** How many matching requests pass first. */
  readonly after?: number;
  readonly fault:
    | 'reset-before'
    | 'reset-after'
    | 'delay'
    | 'hold'
    | 'hang'
    | 'status'
    | 'html'
    | 'malformed'
    | 'script'
    | 'crash';
  /** How many requests it affects. Default: all until it is removed. */
  readonly times?: number;
  readonly delayMs?: number;
  readonly status?: number;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly when?: 'before' | 'after';
}

export interface DeliveryRule {
  readonly fate: 'lost' | 'held';
  /** An event type, or a prefix followed by `*`. */
  readonly type: string;
}

export interface AddedFault {
  /** Waits until the fault has affected at least this many requests. */
  struck(times?: number): Promise<void>;
  /** Waits until it holds at least this many replies. The service has finished the work for each. */
  held(replies?: number): Promise<void>;
  /** Removes the fault and sends the replies that it held. */
  remove(): Promise<void>;
}

const booksSchema = v.object({
  sound: v.boolean(),
  errors: v.array(
    v.object({
      customer_id: v.string(),
      what: v.string(),
      kept: v.nullable(v.string()),
      proven: v.nullable(v.string()),
    }),
  ),
});
export type BookError = v.InferOutput<typeof booksSchema>['errors'][number];

const faultsSchema = v.array(v.object({ id: v.string(), struck: v.number(), held: v.number() }));
const addedSchema = v.object({ id: v.string() });

export interface Console {
  /** The code in the next unread mail or text message to this address. */
  mail(to: string): Promise<string>;
  sales(): Promise<Sale[]>;
  bookErrors(): Promise<BookError[]>;
  createUser(person: Person, transactions?: number): Promise<void>;
  revokeSessions(email: string): Promise<void>;
  addFault(fault: Fault): Promise<AddedFault>;
  /** Applies until the test ends. */
  addDeliveryRule(rule: DeliveryRule): Promise<void>;
  changeGateway(settings: Partial<ReturnType<Gateway['settings']['get']>>): Promise<void>;
  servicesUp(): Promise<void>;
  clearFaults(): Promise<void>;
  reset(): Promise<void>;
}

export const createConsole = (origin: string): Console => {
  const read = new Map<string, number>();

  const call = async (path: string, method = 'GET', body?: object): Promise<unknown> => {
    const response = await fetch(`${origin}${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok)
      throw new Error(`The console answered ${response.status} to ${method} ${path}: ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  };
  const mailTo = async (to: string) => v.parse(mailSchema, await call(`/mail?to=${encodeURIComponent(to)}`));

  const listFaults = async () => v.parse(faultsSchema, await call('/faults'));

  return {
    async mail(to) {
      const alreadyRead = read.get(to) ?? 0;
      await expect
        .poll(async () => (await mailTo(to)).length, { message: `a mail to ${to}` })
        .toBeGreaterThan(alreadyRead);
      const mails = await mailTo(to);
      read.set(to, mails.length);
      const newest = mails[0];
      if (newest === undefined) throw new Error(`The mail to ${to} is gone`);
      return newest.code;
    },
    sales: async () => v.parse(salesSchema, await call('/sales')),
    bookErrors: async () => v.parse(booksSchema, await call('/books')).errors,
    async createUser({ email, password, firstName, lastName }, transactions = 0) {
      await call('/users', 'POST', { email, password, firstName, lastName, transactions });
    },
    async revokeSessions(email) {
      await call('/pool/sessions/revoke', 'POST', { email });
    },
    async addFault(fault) {
      const { id } = v.parse(addedSchema, await call('/faults', 'POST', fault));
      const counts = async (what: 'struck' | 'held', count: number) => {
        const name = `${fault.fault} on ${fault.match}: ${what}`;
        await expect
          .poll(async () => (await listFaults()).find((added) => added.id === id)?.[what], { message: name })
          .toBeGreaterThanOrEqual(count);
      };
      return {
        struck: (times = 1) => counts('struck', times),
        held: (replies = 1) => counts('held', replies),
        async remove() {
          await call(`/faults/${id}`, 'DELETE');
        },
      };
    },
    async addDeliveryRule(rule) {
      await call('/gateway/fates', 'POST', rule);
    },
    async changeGateway(settings) {
      await call('/gateway/settings', 'PATCH', settings);
    },
    async servicesUp() {
      await expect
        .poll(async () => (await fetch(`${origin}/healthz`)).ok, {
          message: 'every service answers',
          timeout: 60_000 * slowdown(),
        })
        .toBe(true);
    },
    async clearFaults() {
      await call('/faults', 'DELETE');
    },
    async reset() {
      await call('/reset', 'POST');
      read.clear();
    },
  };
};
