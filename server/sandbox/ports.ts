import { type LoopbackServer, listenOnLoopback, PortTakenError } from './http/loopback.ts';
import { type Service, serviceNames, services } from './options.ts';
import { StartError } from './start-error.ts';

export type Listeners = Readonly<Record<Service, LoopbackServer>>;

/** The ports that were taken, also where any free one was asked for. */
export const portsOf = ({ app, pool, store, gateway, console }: Listeners) => ({
  app: app.port,
  pool: pool.port,
  store: store.port,
  gateway: gateway.port,
  console: console.port,
});

/**
 * Takes every service's port at once, before any slow work begins. All are let go again when one is taken.
 *
 * @throws StartError naming the port, the service that wanted it and the variable that moves it.
 */
export async function takePorts(ports: Readonly<Record<Service, number>>): Promise<Listeners> {
  const taken: LoopbackServer[] = [];
  const take = async (service: Service) => {
    const server = await listenOnLoopback(ports[service]);
    taken.push(server);
    return server;
  };
  try {
    return {
      app: await take('app'),
      pool: await take('pool'),
      store: await take('store'),
      gateway: await take('gateway'),
      console: await take('console'),
    };
  } catch (error) {
    await Promise.all(taken.map((server) => server.close()));
    const service = services[taken.length];
    if (!(error instanceof PortTakenError) || service === undefined) throw error;
    const { name, variable } = serviceNames[service];
    throw new StartError(
      `Port ${error.port} is taken, and the ${name} wants it. Set ${variable} to another port, or end what uses it.`,
    );
  }
}
