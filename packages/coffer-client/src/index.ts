export {
  type CaptureOptions,
  type Coffer,
  type CofferOptions,
  createCoffer,
  type GrantOptions,
  type Held,
  type HoldOptions,
  type ListEventsOptions,
  type PricedWork,
  type ReturnOptions,
  type SpendOptions,
  spendIdFor,
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
export type { CallOptions } from './with-limit.ts';
