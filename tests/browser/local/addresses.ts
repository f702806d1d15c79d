import * as v from 'valibot';

export const addressesSchema = v.strictObject({
  app: v.string(),
  pool: v.string(),
  store: v.string(),
  gateway: v.string(),
  console: v.string(),
});

export type Addresses = Readonly<v.InferOutput<typeof addressesSchema>>;
