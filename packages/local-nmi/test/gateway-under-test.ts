import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { XMLParser } from 'fast-xml-parser';
import * as v from 'valibot';
import { onTestFinished, vi } from 'vitest';
import { makeDirectory } from '../../local-services/test/serving.ts';
import type { WebhookOptions } from '../src/events/deliveries.ts';
import { createGateway } from '../src/index.ts';

export const securityKey = 'a-security-key-of-the-tests';
export const tokenizationKey = 'a-tokenization-key';
export const gatewayOrigin = 'http://localhost:5176';
/** Fields of a sale that saves its card. With {@link paying}, the customer then pays with that card. */
export const saving = {
  customer_vault: 'add_customer',
  customer_vault_id: 'card-1',
  initiated_by: 'customer',
  stored_credential_indicator: 'stored',
};
export const paying = {
  customer_vault_id: 'card-1',
  initiated_by: 'customer',
  stored_credential_indicator: 'used',
};
const startTime = Date.parse('2026-06-15T12:00:00Z');

const replyFields = [
  ...(['response', 'responsetext', 'authcode', 'transactionid', 'avsresponse', 'cvvresponse'] as const),
  ...(['orderid', 'type', 'response_code'] as const),
];
const partialFields = ['amount_authorized', 'partial_payment_id', 'partial_payment_balance'] as const;
const savedCardFields = ['customer_vault_id', 'cof_supported'] as const;
const replySchema = v.strictObject({
  ...v.entriesFromList(replyFields, v.string()),
  ...v.entriesFromList([...partialFields, ...savedCardFields], v.exactOptional(v.string())),
});

const text = v.optional(v.string(), '');
const actionFields = [
  ...(['amount', 'action_type', 'date', 'success', 'response_text'] as const),
  ...(['response_code', 'batch_id', 'requested_amount'] as const),
];
const transactionSchema = v.object({
  ...v.entriesFromList(['transaction_id', 'condition', 'order_id'], text),
  action: v.array(v.object(v.entriesFromList(actionFields, text))),
});
const recordsSchema = v.object({
  nm_response: v.union([v.literal(''), v.object({ transaction: v.array(transactionSchema) })]),
});
const tokenReplySchema = v.object({ token: v.string() });

const parser = new XMLParser({
  parseTagValue: false,
  isArray: (name) => name === 'transaction' || name === 'action',
});

export type GatewayUnderTest = Awaited<ReturnType<typeof startGateway>>;

/** Starts a gateway with its own data directory and a clock that only the test moves. */
export const startGateway = async (webhook?: WebhookOptions) => {
  const dataDir = await makeDirectory();
  const stateFile = join(dataDir, 'gateway.json');
  let now = startTime;
  const open = () =>
    createGateway({
      dataDir,
      origin: gatewayOrigin,
      securityKey,
      tokenizationKey,
      clock: () => now,
      ...(webhook && { webhook }),
    });
  let gateway = await open();
  onTestFinished(() => gateway.close());

  const fetch = async (path: string, init?: RequestInit) =>
    gateway.app.request(`${gatewayOrigin}${path}`, init);
  const postForm = async (path: string, fields: Record<string, string>) => {
    const body = new URLSearchParams({ security_key: securityKey, ...fields });
    return (await fetch(path, { method: 'POST', body })).text();
  };
  const transact = async (fields: Record<string, string>) => {
    const reply = new URLSearchParams(await postForm('/api/transact.php', fields));
    return v.parse(replySchema, Object.fromEntries(reply));
  };
  const query = (fields: Record<string, string>) => postForm('/api/query.php', fields);
  const token = async (ccnumber = '4111111111111111', more: { ccexp?: string; cvv?: string } = {}) => {
    const reply = await fetch('/token/api/tokens', {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: gatewayOrigin },
      body: JSON.stringify({ tokenizationKey, ccnumber, ccexp: '12/30', cvv: '123', ...more }),
    });
    return v.parse(tokenReplySchema, await reply.json()).token;
  };
  /** Sells for $25.00 as `order-1`, unless `fields` says otherwise. */
  const sale = (fields: Record<string, string>) =>
    transact({ type: 'sale', amount: '25.00', orderid: 'order-1', ...fields });

  return {
    dataDir,
    advance(ms: number) {
      now += ms;
    },
    async restart() {
      await gateway.close();
      gateway = await open();
    },
    /** Simulates a kill: restarts from the first saved state that contains `text`. */
    async restartFrom(text: string) {
      // Polling the file could miss the first of two quick saves.
      const stringify = vi.spyOn(JSON, 'stringify');
      const isSaved = (state: unknown) =>
        typeof state === 'string' && /^\{"(tokens|transactions|events)":/.test(state) && state.includes(text);
      const saved = await vi.waitUntil(() => stringify.mock.results.map(({ value }) => value).find(isSaved), {
        interval: 1,
        timeout: 10_000,
      });
      stringify.mockRestore();
      await gateway.close();
      await writeFile(stateFile, saved);
      gateway = await open();
    },
    gateway: () => gateway,
    fetch,
    token,
    transact,
    sale,
    /** Sells with a new token, without the duplicate check. */
    sell: async (fields: Record<string, string> = {}, card?: string) =>
      sale({ payment_token: await token(card), dup_seconds: '0', ...fields }),
    query,
    /** Runs a query and returns its transactions. */
    async records(fields: Record<string, string> = {}) {
      const { nm_response } = v.parse(recordsSchema, parser.parse(await query(fields)));
      return nm_response === '' ? [] : nm_response.transaction;
    },
  };
};

/** Returns a function that calls the operator's routes with JSON bodies. */
export const controlOf =
  ({ gateway }: GatewayUnderTest) =>
  async (method: string, path: string, body?: unknown) => {
    const init = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const reply = await gateway().control.request(path, { method, ...(body !== undefined && init) });
    return { status: reply.status, body: reply.status === 204 ? undefined : await reply.json() };
  };
