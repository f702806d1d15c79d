export { createCoffer } from './coffer.ts';
export type {
  CaptureOptions,
  Coffer,
  CofferOptions,
  GrantOptions,
  Held,
  HoldOptions,
  ListEventsOptions,
  PricedWork,
  ReturnOptions,
  SpendOptions,
} from './coffer.types.ts';
export { CofferError, type CofferErrorCode } from './coffer-error.ts';
export { spendIdFor } from './ids.ts';
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
  SpendDone,
  SpendRefused,
  SpendResult,
  TopUp,
  TopUpPause,
} from './types.gen.ts';
export { verifyWebhook, type WebhookHeaders, WebhookSignatureError } from './webhook.ts';
export type { CallOptions } from './with-limit.ts';
