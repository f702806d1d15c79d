import { type Origins, tokenizationKey, userPoolClientId, userPoolId } from '../addresses.ts';
import type { Settings } from '../user-pool/index.ts';

/** What the app is told of the user pool's settings. */
export type PoolFeatures = Pick<Settings, 'hostedUi' | 'verification'>;

/** The `/config.json` that points the app at this machine's services. */
export function appConfig(origins: Origins, { hostedUi, verification }: PoolFeatures): string {
  return JSON.stringify({
    productName: 'Credits',
    apiBaseUrl: origins.store,
    cognito: {
      userPoolId: userPoolId,
      clientId: userPoolClientId,
      endpoint: `${origins.pool}/`,
      ...(hostedUi && { hostedUiDomain: new URL(origins.pool).host }),
      verification,
    },
    gateway: {
      scriptUrl: `${origins.gateway}/token/Collect.js`,
      tokenizationKey: tokenizationKey,
    },
    idempotencyKey: true,
    machinesPanel: true,
  });
}
