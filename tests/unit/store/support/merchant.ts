import { expect } from 'vitest';
import type { Scope } from '#contract/merchant/endpoints.ts';
import type { CreditsOf } from '#server/store/credits/create-credits.ts';
import type { Credits } from '#server/store/credits/credits.ts';
import { addApiKey, createApiKey } from '#server/store/merchant/api-keys.ts';
import type { Reply, StoreUnderTest } from './store-under-test.ts';

export interface Merchant {
  readonly key: string;
  get(path: string): Promise<Reply>;
  put(path: string, body: unknown): Promise<Reply>;
  post(path: string, body?: unknown): Promise<Reply>;
  delete(path: string): Promise<Reply>;
}

/** Creates a client of the merchant's API with a new key. Paths are relative to `/v1`. */
export const createMerchant = async (
  store: Pick<StoreUnderTest, 'call' | 'database'>,
  scopes: readonly Scope[] = ['read', 'spend', 'grant'],
): Promise<Merchant> => {
  const key = createApiKey();
  await addApiKey(store.database, key, { name: crypto.randomUUID(), scopes });
  const call = (method: string, path: string, body?: unknown) =>
    store.call(`/v1${path}`, { method, body, headers: { Authorization: `Bearer ${key}` } });
  return {
    key,
    get: (path) => call('GET', path),
    put: (path, body) => call('PUT', path, body),
    post: (path, body) => call('POST', path, body),
    delete: (path) => call('DELETE', path),
  };
};

/** Returns a `fetch` that sends requests to the store under test. */
export const sendTo =
  ({ app }: Pick<StoreUnderTest, 'app'>): typeof fetch =>
  async (input, init) => {
    const request = new Request(input, init);
    request.headers.set('Host', 'localhost');
    return app.request(request);
  };

interface CustomerCalls {
  grant(credits: number, more?: object): Promise<string>;
  spend(credits: number, more?: object): Promise<string>;
  hold(credits: number, more?: object): Promise<string>;
}

/** Creates calls for the current customer. Each expects status 201 and returns the id of the new resource. */
export const callsAbout = (
  current: () => { readonly merchant: Merchant; readonly customer: string },
): CustomerCalls => {
  const put = async (path: string, body: object): Promise<string> => {
    const id = crypto.randomUUID();
    const { merchant, customer } = current();
    const reply = await merchant.put(`${path}/${id}`, { customer_id: customer, ...body });
    expect(reply).toMatchObject({ status: 201 });
    return id;
  };
  return {
    grant: (credits, more) => put('/grants', { credits, reason: 'Welcome', ...more }),
    spend: (credits, more) => put('/spends', { credits, ...more }),
    hold: (credits, more) => put('/holds', { credits, ...more }),
  };
};

type Answers = { [Call in keyof Credits]?: Awaited<ReturnType<Credits[Call]>> };

/** A fake of the credits functions. It records each call and returns the result that the test set. */
export interface ScriptedCredits {
  readonly creditsOf: CreditsOf;
  readonly calls: { readonly call: keyof Credits; readonly given: unknown; readonly key: string }[];
  answers: Answers;
}

export const createScriptedCredits = (): ScriptedCredits => {
  const scripted: Pick<ScriptedCredits, 'calls' | 'answers'> = { calls: [], answers: {} };
  const answer =
    <Call extends keyof Credits>(call: Call, key: string) =>
    async (given: unknown): Promise<Awaited<ReturnType<Credits[Call]>>> => {
      scripted.calls.push({ call, given, key });
      const answered: Answers[Call] = scripted.answers[call];
      if (answered === undefined) throw new Error(`The test has no answer to ${call}.`);
      return answered;
    };
  return Object.assign(scripted, {
    creditsOf: (key: string) => ({
      readCustomer: answer('readCustomer', key),
      findCustomersByEmail: answer('findCustomersByEmail', key),
      listGrants: answer('listGrants', key),
      readSpend: answer('readSpend', key),
      readHold: answer('readHold', key),
      spend: answer('spend', key),
      spendBatch: answer('spendBatch', key),
      returnCredits: answer('returnCredits', key),
      hold: answer('hold', key),
      captureHold: answer('captureHold', key),
      extendHold: answer('extendHold', key),
      releaseHold: answer('releaseHold', key),
      grant: answer('grant', key),
      voidGrant: answer('voidGrant', key),
    }),
  });
};
