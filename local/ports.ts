import type { DisposableStack } from '#local-services/disposable-stack.ts';
import { type LoopbackServer, listenOnLoopback, PortTakenError } from '#local-services/http/loopback.ts';
import { StartError } from './options.ts';
import { type PerService, type Service, serviceNames } from './services.ts';

/**
 * Listens on all ports. Call this before any slow work, so that a conflict shows immediately.
 * @throws {StartError} if a port is taken; names the port, its service and the variable that changes it
 */
export const listenOnPorts = async (
  ports: PerService<number>,
  disposables: DisposableStack,
): Promise<PerService<LoopbackServer>> => {
  const listen = async (service: Service): Promise<LoopbackServer> => {
    const server = await listenOnLoopback(ports[service]).catch((error: unknown) => {
      if (!(error instanceof PortTakenError)) throw error;
      const { name, variable } = serviceNames[service];
      throw new StartError(
        `The ${name} needs port ${error.port}, which is in use. Set ${variable} to another port, or stop the program that uses it.`,
      );
    });
    disposables.defer(() => server.close());
    return server;
  };
  return {
    app: await listen('app'),
    pool: await listen('pool'),
    store: await listen('store'),
    gateway: await listen('gateway'),
    console: await listen('console'),
  };
};
