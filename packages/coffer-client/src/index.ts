export {
  type Coffer,
  type CofferOptions,
  createCoffer,
  type GrantOptions,
  type HoldOptions,
  type ReturnOptions,
  type SpendOptions,
} from './coffer.ts';
export { CofferError, type CofferErrorCode } from './coffer-error.ts';
export type { Customer, Grant, Hold, ListedGrant, RefusalCode, Spend } from './types.gen.ts';
export { verifyWebhook, type WebhookEvent, type WebhookHeaders, WebhookSignatureError } from './webhook.ts';
