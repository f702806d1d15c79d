import * as v from 'valibot';

const requestId = v.string();

const seedSchema = v.object({
  type: v.literal('seed'),
  requestId,
  customer: v.object({
    /** The customer's `sub` in the user pool. */
    id: v.pipe(v.string(), v.minLength(1), v.maxLength(128)),
    email: v.string(),
    firstName: v.nullable(v.string()),
    lastName: v.nullable(v.string()),
    phone: v.nullable(v.string()),
  }),
  transactions: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000)),
});
export type NewCustomer = v.InferOutput<typeof seedSchema>['customer'];

const expirySchema = v.picklist(['grant', 'hold']);
export type ExpiryKind = v.InferOutput<typeof expirySchema>;

export const toStoreSchema = v.variant('type', [
  seedSchema,
  v.object({ type: v.literal('prove-books'), requestId }),
  /** Accepts a merchant's API key for all scopes. */
  v.object({ type: v.literal('accept-key'), requestId, key: v.string() }),
  v.object({ type: v.literal('list-credits'), requestId }),
  v.object({ type: v.literal('add-webhook'), requestId, url: v.string() }),
  v.object({ type: v.literal('list-webhooks'), requestId }),
  v.object({ type: v.literal('remove-webhook'), requestId, id: v.string() }),
  v.object({ type: v.literal('expire-credits'), requestId, kind: expirySchema, id: v.string() }),
]);
export type StoreRequest = v.InferOutput<typeof toStoreSchema>;

const bookErrorSchema = v.record(v.string(), v.nullable(v.string()));

const listedCreditsSchema = v.object({
  grants: v.array(
    v.object({
      customerId: v.string(),
      id: v.string(),
      kind: v.string(),
      credits: v.number(),
      remaining: v.number(),
      held: v.number(),
      priority: v.number(),
      expiresAt: v.nullable(v.string()),
    }),
  ),
  holds: v.array(
    v.object({
      customerId: v.string(),
      id: v.string(),
      credits: v.number(),
      captured: v.number(),
      state: v.string(),
      expiresAt: v.string(),
    }),
  ),
});
/** Grants and holds, newest first. Times are ISO 8601. */
export type ListedCredits = v.InferOutput<typeof listedCreditsSchema>;

const webhookSchema = v.object({ id: v.string(), secret: v.string() });
/** A merchant's webhook endpoint, with the secret that signs its events. */
export type NewWebhook = v.InferOutput<typeof webhookSchema>;

const listedWebhookSchema = v.object({
  id: v.string(),
  url: v.string(),
  secret: v.string(),
  state: v.picklist(['active', 'failing', 'disabled']),
  waiting: v.number(),
  deliveredEvent: v.nullable(v.string()),
});
export type ListedWebhook = v.InferOutput<typeof listedWebhookSchema>;

const doneSchema = v.object({
  type: v.literal('done'),
  requestId,
  bookErrors: v.optional(v.array(bookErrorSchema), []),
  credits: v.optional(listedCreditsSchema, { grants: [], holds: [] }),
  webhook: v.optional(webhookSchema),
  webhooks: v.optional(v.array(listedWebhookSchema), []),
});
export type StoreAnswer = v.InferOutput<typeof doneSchema>;

export const fromStoreSchema = v.variant('type', [
  v.object({ type: v.literal('ready'), port: v.number() }),
  doneSchema,
  v.object({ type: v.literal('failed'), requestId, error: v.string() }),
]);
export type BookErrors = readonly v.InferOutput<typeof bookErrorSchema>[];
