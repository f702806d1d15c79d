import { type Origins, TOKENIZATION_KEY, USER_POOL_CLIENT_ID, USER_POOL_ID } from '../addresses.ts';

/** The `/config.json` that points the app at this machine's services. */
export function appConfig(origins: Origins): string {
  return JSON.stringify({
    productName: 'Credits',
    apiBaseUrl: origins.store,
    cognito: {
      userPoolId: USER_POOL_ID,
      clientId: USER_POOL_CLIENT_ID,
      endpoint: `${origins.pool}/`,
    },
    gateway: {
      scriptUrl: `${origins.gateway}/token/Collect.js`,
      tokenizationKey: TOKENIZATION_KEY,
    },
    idempotencyKey: true,
  });
}
