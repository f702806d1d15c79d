export {
  type Coffer,
  type CofferOptions,
  createCoffer,
  type GrantOptions,
  type HoldOptions,
  type ListEventsOptions,
  type ReturnOptions,
  type SpendOptions,
} from './coffer.ts';
export { CofferError, type CofferErrorCode } from './coffer-error.ts';
export type {
  CofferEvent,
  Customer,
  Erased,
  Grant,
  Hold,
  ListedGrant,
  Purchase,
  RefusalCode,
  Spend,
  TopUp,
  TopUpPause,
} from './types.gen.ts';
export { verifyWebhook, type WebhookHeaders, WebhookSignatureError } from './webhook.ts';
