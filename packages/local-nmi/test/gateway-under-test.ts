import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { XMLParser } from 'fast-xml-parser';
import * as v from 'valibot';
import { onTestFinished } from 'vitest';
import type { WebhookOptions } from '../src/events/deliveries.ts';
import { createGateway, type Gateway } from '../src/index.ts';
import type { TransactReply } from '../src/transact/reply.ts';

export const securityKey = 'a-security-key-of-the-tests';
export const tokenizationKey = 'a-tokenization-key';
export const gatewayOrigin = 'http://localhost:5176';
export const startTime = Date.parse('2026-06-15T12:00:00Z');

const replySchema: v.GenericSchema<TransactReply> = v.strictObject({
  response: v.string(),
  responsetext: v.string(),
  authcode: v.string(),
  transactionid: v.string(),
  avsresponse: v.string(),
  cvvresponse: v.string(),
  orderid: v.string(),
  type: v.string(),
  response_code: v.string(),
  amount_authorized: v.exactOptional(v.string()),
  partial_payment_id: v.exactOptional(v.string()),
  partial_payment_balance: v.exactOptional(v.string()),
});

/** A gateway on a directory and a clock of the test, which can be opened again as after a restart. */
export interface GatewayUnderTest {
  readonly dataDir: string;
  advance(ms: number): void;
  restart(): Promise<void>;
  gateway(): Gateway;
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** A token for the card, as the hosted fields would get it. */
  token(ccnumber?: string, more?: { ccexp?: string; cvv?: string }): Promise<string>;
  /** Runs a request and answers the reply's fields. */
  transact(fields: Record<string, string>): Promise<TransactReply>;
  /** Runs a sale, of $25.00 for `order-1` unless told. */
  sale(fields: Record<string, string>): Promise<TransactReply>;
  query(fields: Record<string, string>): Promise<string>;
  /** Runs a query and answers its transactions, each with its actions. */
  records(fields: Record<string, string>): Promise<RecordedTransaction[]>;
}

const text = v.optional(v.string(), '');
const recordsSchema = v.object({
  nm_response: v.union([
    v.pipe(
      v.literal(''),
      v.transform(() => ({ transaction: [] })),
    ),
    v.object({
      transaction: v.array(
        v.object({
          transaction_id: text,
          condition: text,
          order_id: text,
          action: v.array(
            v.object({
              amount: text,
              action_type: text,
              date: text,
              success: text,
              response_text: text,
              response_code: text,
              batch_id: text,
              requested_amount: text,
            }),
          ),
        }),
      ),
    }),
  ]),
});
export type RecordedTransaction = v.InferOutput<typeof recordsSchema>['nm_response']['transaction'][number];

const parser = new XMLParser({
  parseTagValue: false,
  isArray: (name) => name === 'transaction' || name === 'action',
});

export const startGateway = async (webhook?: WebhookOptions): Promise<GatewayUnderTest> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'coffer-gateway-'));
  let now = startTime;
  const open = () =>
    createGateway({
      dataDir,
      origin: gatewayOrigin,
      securityKey: securityKey,
      tokenizationKey: tokenizationKey,
      clock: () => now,
      ...(webhook && { webhook }),
    });
  let gateway = await open();
  onTestFinished(async () => {
    await gateway.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  const fetch = async (path: string, init?: RequestInit) =>
    gateway.app.request(`${gatewayOrigin}${path}`, init);
  const postForm = (path: string, fields: Record<string, string>) =>
    fetch(path, {
      method: 'POST',
      body: new URLSearchParams({ security_key: securityKey, ...fields }),
    });

  const transact = async (fields: Record<string, string>) => {
    const reply = await postForm('/api/transact.php', fields);
    return v.parse(replySchema, Object.fromEntries(new URLSearchParams(await reply.text())));
  };

  const query = async (fields: Record<string, string>) => (await postForm('/api/query.php', fields)).text();

  return {
    dataDir,
    advance(ms) {
      now += ms;
    },
    async restart() {
      await gateway.close();
      gateway = await open();
    },
    gateway: () => gateway,
    fetch,
    async token(ccnumber = '4111111111111111', more = {}) {
      const reply = await fetch('/token/api/tokens', {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: gatewayOrigin },
        body: JSON.stringify({
          tokenizationKey: tokenizationKey,
          ccnumber,
          ccexp: '12/30',
          cvv: '123',
          ...more,
        }),
      });
      const body: unknown = await reply.json();
      if (reply.status !== 201 || !hasToken(body)) throw new Error(`No token: ${JSON.stringify(body)}`);
      return body.token;
    },
    transact,
    sale: (fields) => transact({ type: 'sale', amount: '25.00', orderid: 'order-1', ...fields }),
    query,
    records: async (fields) =>
      v.parse(recordsSchema, parser.parse(await query(fields))).nm_response.transaction,
  };
};

const hasToken = (body: unknown): body is { token: string } =>
  typeof body === 'object' && body !== null && 'token' in body && typeof body.token === 'string';
