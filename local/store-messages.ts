import * as v from 'valibot';

const requestId = v.string();

const seedSchema = v.object({
  type: v.literal('seed'),
  requestId,
  customer: v.object({
    /** The user pool's `sub`. */
    id: v.pipe(v.string(), v.minLength(1), v.maxLength(128)),
    email: v.string(),
    firstName: v.nullable(v.string()),
    lastName: v.nullable(v.string()),
    phone: v.nullable(v.string()),
  }),
  transactions: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000)),
});
export type NewCustomer = v.InferOutput<typeof seedSchema>['customer'];

export const toStoreSchema = v.variant('type', [
  seedSchema,
  v.object({ type: v.literal('prove-books'), requestId }),
  /** Makes a key of the merchant's API valid, with all scopes. */
  v.object({ type: v.literal('accept-key'), requestId, key: v.string() }),
]);
export type StoreRequest = v.InferOutput<typeof toStoreSchema>;

const bookErrorSchema = v.record(v.string(), v.nullable(v.string()));

export const fromStoreSchema = v.variant('type', [
  v.object({ type: v.literal('ready'), port: v.number() }),
  v.object({ type: v.literal('done'), requestId, bookErrors: v.optional(v.array(bookErrorSchema), []) }),
  v.object({ type: v.literal('failed'), requestId, error: v.string() }),
]);
export type BookErrors = readonly v.InferOutput<typeof bookErrorSchema>[];
