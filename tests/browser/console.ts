import { expect } from '@playwright/test';
import * as v from 'valibot';
import type { Gateway } from '#local-nmi';
import type { faultSchema } from '#local-services/faults/fault.ts';
import { slowdown } from './cpu.ts';
import type { Person } from './people.ts';

/** The store's emails have no code. */
const mailSchema = v.array(v.object({ code: v.optional(v.string()) }));

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

export type Fault = v.InferInput<typeof faultSchema>;

export type AddedFault = Awaited<ReturnType<Console['addFault']>>;

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

const faultsSchema = v.array(v.object({ id: v.string(), struck: v.number(), held: v.number() }));
const addedSchema = v.object({ id: v.string() });

/** Creates a function that calls the console and returns the parsed response, or undefined without a body. */
const createCall =
  (origin: string) =>
  async (path: string, method = 'GET', body?: object): Promise<unknown> => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${origin}${path}`, { method, headers, body: JSON.stringify(body) ?? null });
    const text = await response.text();
    if (!response.ok)
      throw new Error(`The console answered ${response.status} to ${method} ${path}: ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  };

const servicesUp = (origin: string): Promise<void> =>
  expect
    .poll(async () => (await fetch(`${origin}/healthz`)).ok, {
      message: 'every service responds',
      timeout: 60_000 * slowdown(),
    })
    .toBe(true);

const codesIn = (mails: unknown) => v.parse(mailSchema, mails).flatMap(({ code }) => code ?? []);

export type Console = ReturnType<typeof createConsole>;

export const createConsole = (origin: string) => {
  const read = new Map<string, number>();

  const call = createCall(origin);
  const codesTo = async (to: string) => codesIn(await call(`/mail?to=${encodeURIComponent(to)}`));

  const addFault = async (fault: Fault) => {
    const { id } = v.parse(addedSchema, await call('/faults', 'POST', fault));
    const counts = async (what: 'struck' | 'held', count: number) => {
      const name = `${fault.fault} on ${fault.match}: ${what}`;
      const find = async () =>
        v.parse(faultsSchema, await call('/faults')).find((added) => added.id === id)?.[what];
      await expect.poll(find, { message: name }).toBeGreaterThanOrEqual(count);
    };
    return {
      /** Waits until the fault has affected at least `times` requests. */
      struck: (times = 1) => counts('struck', times),
      /** Waits until the fault holds at least `replies` responses. The service has handled the requests. */
      held: (replies = 1) => counts('held', replies),
      /** Removes the fault and sends the responses that it held. */
      async remove(): Promise<void> {
        await call(`/faults/${id}`, 'DELETE');
      },
    };
  };

  return {
    call,
    /** Waits for an unread email or text message to this address and returns the newest code. */
    async mail(to: string): Promise<string> {
      const alreadyRead = read.get(to) ?? 0;
      await expect
        .poll(async () => (await codesTo(to)).length, { message: `a mail to ${to}` })
        .toBeGreaterThan(alreadyRead);
      const codes = await codesTo(to);
      read.set(to, codes.length);
      const newest = codes[0];
      if (newest === undefined) throw new Error(`The mail to ${to} is gone`);
      return newest;
    },
    sales: async () => v.parse(salesSchema, await call('/sales')),
    bookErrors: async () => v.parse(booksSchema, await call('/books')).errors,
    async createUser({ email, password, firstName, lastName }: Person, transactions = 0): Promise<void> {
      await call('/users', 'POST', { email, password, firstName, lastName, transactions });
    },
    addFault,
    /** Makes the store send this response, once by default. */
    reply: (match: string, body: unknown, { status = 200, times = 1 } = {}) =>
      addFault({
        service: 'store',
        match,
        fault: status === 200 ? 'malformed' : 'status',
        status,
        body: JSON.stringify(body),
        times,
      }),
    /** Drops the gateway's events of this type until the test ends. A final `*` matches any suffix. */
    async loseEvents(type: string): Promise<void> {
      await call('/gateway/fates', 'POST', { fate: 'lost', type });
    },
    async changeGateway(settings: Partial<ReturnType<Gateway['settings']['get']>>): Promise<void> {
      await call('/gateway/settings', 'PATCH', settings);
    },
    servicesUp: () => servicesUp(origin),
    async clearFaults(): Promise<void> {
      await call('/faults', 'DELETE');
    },
    async reset(): Promise<void> {
      await call('/reset', 'POST');
      read.clear();
    },
  };
};
