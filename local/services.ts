/** The local services, ordered by default port. */
export const services = ['app', 'pool', 'store', 'gateway', 'console'] as const;
export type Service = (typeof services)[number];
export type PerService<Value> = Readonly<Record<Service, Value>>;

export const perService = <Value>(make: (service: Service) => Value): PerService<Value> => ({
  app: make('app'),
  pool: make('pool'),
  store: make('store'),
  gateway: make('gateway'),
  console: make('console'),
});

export const serviceNames: PerService<{ name: string; variable: string }> = {
  app: { name: 'app', variable: 'PORT' },
  pool: { name: 'user pool', variable: 'USER_POOL_PORT' },
  store: { name: 'store API', variable: 'STORE_PORT' },
  gateway: { name: 'card gateway', variable: 'GATEWAY_PORT' },
  console: { name: 'console', variable: 'CONSOLE_PORT' },
};

/** These ids and this key are the same on every machine. */
export const userPoolId = 'local_Coffer';
export const userPoolClientId = 'coffer-local-web';
export const tokenizationKey = 'coffer-public-tokens-local1';

/** Each service's origin, as browsers write it. */
export type Origins = PerService<string>;
