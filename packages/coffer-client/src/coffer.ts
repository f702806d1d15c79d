import { createBatch } from './batch.ts';
import { type Call, createCaller, holdOf } from './caller.ts';
import { readKey, readUrl } from './checks.ts';
import type { Coffer, CofferOptions } from './coffer.types.ts';
import type { Customers, Events, Grants } from './types.gen.ts';
import { isWholeNumber } from './whole-numbers.ts';
import { createWithHold } from './with-hold.ts';
import { type CallOptions, withLimit } from './with-limit.ts';

/** Creates a client for the store at `url`. @throws {TypeError} if an option is invalid */
export const createCoffer = ({
  url,
  key,
  timeoutMs = 5_000,
  attempts = 4,
  fetch: send = fetch,
}: CofferOptions): Coffer => {
  const checked = { url: readUrl(url), key: readKey(key) };
  for (const [name, value] of Object.entries({ timeoutMs, attempts }))
    if (!isWholeNumber(value) || value === 0) throw new TypeError(`${name} must be a whole number from 1`);
  const exchange = createCaller({ ...checked, timeoutMs, attempts, fetch: send });
  const call = async <Answer>(made: Call, options: CallOptions = {}): Promise<Answer> =>
    withLimit(options, holdOf(made), async (signal) => (await exchange<Answer>(made, signal)).answer);

  const capture: Coffer['capture'] = (id, fields = {}, options) =>
    call({ to: 'captureHold', parameters: { id }, fields }, options);
  const release: Coffer['release'] = (id, options) =>
    call({ to: 'releaseHold', parameters: { id } }, options);

  return {
    spend: ({ id = crypto.randomUUID(), ...fields }, options) =>
      call({ to: 'spend', parameters: { id }, fields }, options),
    spends: { batch: createBatch(exchange) },
    readSpend: (id, options) => call({ to: 'readSpend', parameters: { id } }, options),
    returnCredits: ({ spendId, id = crypto.randomUUID(), ...fields }, options) =>
      call({ to: 'returnCredits', parameters: { id: spendId, return_id: id }, fields }, options),
    hold: ({ id = crypto.randomUUID(), ...fields }, options) =>
      call({ to: 'hold', parameters: { id }, fields }, options),
    readHold: (id, options) => call({ to: 'readHold', parameters: { id } }, options),
    capture,
    release,
    holds: {
      extend: (id, fields, options) => call({ to: 'extendHold', parameters: { id }, fields }, options),
    },
    withHold: createWithHold(exchange, { capture, release }),
    grant: ({ id = crypto.randomUUID(), ...fields }, options) =>
      call({ to: 'grant', parameters: { id }, fields }, options),
    voidGrant: (id, options) => call({ to: 'voidGrant', parameters: { id } }, options),
    async findCustomers(email, options) {
      const { customers } = await call<Customers>({ to: 'findCustomers', query: { email } }, options);
      return customers;
    },
    readCustomer: (id, options) => call({ to: 'readCustomer', parameters: { id } }, options),
    createCustomer: (id, options) => call({ to: 'createCustomer', parameters: { id }, fields: {} }, options),
    listActivity: (id, query, options) =>
      call({ to: 'listActivity', parameters: { id }, query: { ...query } }, options),
    readUsage: (id, query, options) =>
      call({ to: 'readUsage', parameters: { id }, query: { ...query } }, options),
    async listGrants(id, options) {
      const { grants } = await call<Grants>({ to: 'listGrants', parameters: { id } }, options);
      return grants;
    },
    async listEvents(query, options) {
      const { events } = await call<Events>({ to: 'listEvents', query: { ...query } }, options);
      return events;
    },
  };
};

/**
 * Returns an id for a spend of the credits that a hold didn't cover: the hold's id as a UUID of version 8. The id is
 * always the same, so the spend happens only once.
 */
export const spendIdFor = (holdId: string): string => holdId.replace(/^(.{14})./, '$18');
