import { type Origins, TOKENIZATION_KEY, USER_POOL_CLIENT_ID, USER_POOL_ID } from '../addresses.ts';
import type { Settings } from '../user-pool/index.ts';

/** What the app is told of the user pool's settings. */
export type PoolFeatures = Pick<Settings, 'hostedUi' | 'verification'>;

/** The `/config.json` that points the app at this machine's services. */
export function appConfig(origins: Origins, { hostedUi, verification }: PoolFeatures): string {
  return JSON.stringify({
    productName: 'Credits',
    apiBaseUrl: origins.store,
    cognito: {
      userPoolId: USER_POOL_ID,
      clientId: USER_POOL_CLIENT_ID,
      endpoint: `${origins.pool}/`,
      ...(hostedUi && { hostedUiDomain: new URL(origins.pool).host }),
      verification,
    },
    gateway: {
      scriptUrl: `${origins.gateway}/token/Collect.js`,
      tokenizationKey: TOKENIZATION_KEY,
    },
    idempotencyKey: true,
    machinesPanel: true,
  });
}
