import { json } from 'node:stream/consumers';
import * as v from 'valibot';
import { type Addresses, addressesSchema } from '../browser/local/addresses.ts';
import { listenOnLoopback } from '../unit/store/support/loopback.ts';

const originVariable = 'TEST_SERVICES_ORIGIN';

export interface SharedLocalServices {
  readonly addresses: Addresses;
  readonly log: string;
}

/** Services that start at their first request. Later requests get the same service. */
export interface SharedServices {
  /** Returns a worker slot's local services, with the built app or, as in `npm run dev`, the app's sources. */
  local(parallelIndex: number, app: 'built' | 'dev'): Promise<SharedLocalServices>;
  gallery(): Promise<string>;
}

const localServicesSchema = v.object({ addresses: addressesSchema, log: v.string() });
const requestSchema = v.variant('service', [
  v.object({
    service: v.literal('local'),
    parallelIndex: v.pipe(v.number(), v.integer(), v.minValue(0)),
    app: v.picklist(['built', 'dev']),
  }),
  v.object({ service: v.literal('gallery') }),
]);
type ServiceRequest = v.InferOutput<typeof requestSchema>;

/**
 * Starts a server from which workers request services. Workers get its address through the environment. Services keep
 * running when a worker exits after a failed test.
 * @returns a function that stops the server but not the services
 */
export const offerServices = async (services: SharedServices): Promise<() => Promise<void>> => {
  const answerTo = (request: ServiceRequest): Promise<unknown> =>
    request.service === 'gallery' ? services.gallery() : services.local(request.parallelIndex, request.app);
  const server = await listenOnLoopback(async (request, response) => {
    try {
      const asked = v.parse(requestSchema, await json(request));
      response.end(JSON.stringify(await answerTo(asked)));
    } catch (error) {
      response.statusCode = 500;
      response.end(String(error));
    }
  });
  process.env[originVariable] = server.url;
  return server.close;
};

const ask = async (body: ServiceRequest): Promise<unknown> => {
  const origin = process.env[originVariable];
  if (origin === undefined) throw new Error('There are no services: the global set-up did not run');
  const response = await fetch(origin, { method: 'POST', body: JSON.stringify(body) });
  if (!response.ok) throw new Error(await response.text());
  return response.json();
};

/** Requests services from the server. Rejects outside a test run, or if a service doesn't start. */
export const servicesOfRun: SharedServices = {
  local: async (parallelIndex, app) =>
    v.parse(localServicesSchema, await ask({ service: 'local', parallelIndex, app })),
  gallery: async () => v.parse(v.string(), await ask({ service: 'gallery' })),
};
