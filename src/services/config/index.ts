export { ConfigError, loadConfig } from './load-config.ts';
export type { AppConfig } from './schema.ts';
