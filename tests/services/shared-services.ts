import { once } from 'node:events';
import { createServer } from 'node:http';
import * as v from 'valibot';
import { type Addresses, addressesSchema } from '../browser/local/addresses.ts';

/** How a run tells its workers where its services can be asked for. */
const originVariable = 'TEST_SERVICES_ORIGIN';

/** The services of a run that one worker slot has to itself. */
export interface SharedLocalServices {
  readonly addresses: Addresses;
  /** The file with what it says. */
  readonly log: string;
}

/** What starts each service when it is first asked for; asked again, it answers with the one that runs. */
export interface SharedServices {
  /** The local services of this worker slot, with the app from its build or, as `npm run dev` has it, from its sources. */
  local(parallelIndex: number, app: 'built' | 'dev'): Promise<SharedLocalServices>;
  /** The origin of the gallery's dev server. */
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
 * Lets the workers of this run ask for its services: a worker ends with the first test that fails in it, and the services
 * go on for the next. Playwright hands the environment on to its workers.
 *
 * @returns what ends it; the services are the caller's to end
 */
export const offerServices = async (services: SharedServices): Promise<() => Promise<void>> => {
  const answerTo = (request: ServiceRequest): Promise<unknown> =>
    request.service === 'gallery' ? services.gallery() : services.local(request.parallelIndex, request.app);
  const server = createServer(async (request, response) => {
    try {
      const asked = v.parse(
        requestSchema,
        JSON.parse((await request.setEncoding('utf8').toArray()).join('')),
      );
      response.end(JSON.stringify(await answerTo(asked)));
    } catch (error) {
      response.statusCode = 500;
      response.end(String(error));
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  process.env[originVariable] = `http://127.0.0.1:${address.port}`;
  return async () => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  };
};

const ask = async (body: ServiceRequest): Promise<unknown> => {
  const origin = process.env[originVariable];
  if (origin === undefined) throw new Error('There are no services: the global set-up did not run');
  const response = await fetch(origin, { method: 'POST', body: JSON.stringify(body) });
  if (!response.ok) throw new Error(await response.text());
  return response.json();
};

/**
 * The services of the run that this worker belongs to.
 *
 * @throws Error outside of a run, and with the reason when a service does not start
 */
export const servicesOfRun: SharedServices = {
  local: async (parallelIndex, app) =>
    v.parse(localServicesSchema, await ask({ service: 'local', parallelIndex, app })),
  gallery: async () => v.parse(v.string(), await ask({ service: 'gallery' })),
};
