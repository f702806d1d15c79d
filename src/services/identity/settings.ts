import type { AppConfig } from '#services/config/index.ts';

/** Which user pool, and where this device keeps the session. */
export type IdentitySettings = AppConfig['cognito'] & Pick<AppConfig, 'storage'>;
