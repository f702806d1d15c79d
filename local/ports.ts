import { type LoopbackServer, listenOnLoopback, PortTakenError } from '#local-services/http/loopback.ts';
import { StartError } from './options.ts';
import { type PerService, type Service, serviceNames } from './services.ts';

/**
 * Takes every service's port, before any slow work begins. All are released again when one is taken.
 *
 * @throws StartError naming the port, the service that wanted it and the variable that moves it.
 */
export const listenOnPorts = async (ports: PerService<number>): Promise<PerService<LoopbackServer>> => {
  const taken: LoopbackServer[] = [];
  const listen = async (service: Service): Promise<LoopbackServer> => {
    try {
      const server = await listenOnLoopback(ports[service]);
      taken.push(server);
      return server;
    } catch (error) {
      await Promise.all(taken.map((server) => server.close()));
      if (!(error instanceof PortTakenError)) throw error;
      const { name, variable } = serviceNames[service];
      throw new StartError(
        `Port ${error.port} is taken, and the ${name} wants it. Set ${variable} to another port, or end what uses it.`,
      );
    }
  };
  return {
    app: await listen('app'),
    pool: await listen('pool'),
    store: await listen('store'),
    gateway: await listen('gateway'),
    console: await listen('console'),
  };
};
