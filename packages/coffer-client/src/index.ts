export { createCoffer, spendIdFor } from './coffer.ts';
export type {
  CaptureOptions,
  Coffer,
  CofferOptions,
  GrantOptions,
  Held,
  HoldOptions,
  ListActivityOptions,
  ListEventsOptions,
  PricedWork,
  ReturnOptions,
  SpendOptions,
  UsageBy,
  UsageOptions,
} from './coffer.types.ts';
export { CofferError, type CofferErrorCode } from './coffer-error.ts';
export type {
  Activity,
  ActivityEntry,
  CofferEvent,
  Customer,
  Erased,
  ExpiredGrant,
  Grant,
  Hold,
  ListedGrant,
  Purchase,
  RefusalCode,
  Spend,
  SpendDone,
  SpendingLimitReached,
  SpendRefused,
  SpendResult,
  TopUp,
  TopUpPause,
} from './types.gen.ts';
export { verifyWebhook, type WebhookHeaders, WebhookSignatureError } from './webhook.ts';
export type { CallOptions } from './with-limit.ts';
