import type { Service } from './options.ts';

/** Constants of the local user pool and gateway, the same on every machine. */
export const userPoolId = 'local_Coffer';
export const userPoolClientId = 'coffer-local-web';
export const tokenizationKey = 'coffer-local-tokenization-key';

/** Each service's origin, as browsers name it. */
export type Origins = Readonly<Record<Service, string>>;

export function originsOf(ports: Readonly<Record<Service, number>>): Origins {
  const origin = (service: Service) => `http://localhost:${ports[service]}`;
  return {
    app: origin('app'),
    pool: origin('pool'),
    store: origin('store'),
    gateway: origin('gateway'),
    console: origin('console'),
  };
}

/** Every origin that a browser on this machine may open the app at. */
export function appOrigins(port: number): string[] {
  return ['localhost', '127.0.0.1', '[::1]'].map((host) => `http://${host}:${port}`);
}
