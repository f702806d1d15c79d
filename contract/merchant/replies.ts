import * as v from 'valibot';
import { count, credits, text } from '../scalars.ts';

const id = text;
/** ISO 8601 in UTC. */
const instant = text;

/** `available`: the balance minus open holds. Only a reversal takes it below zero. */
const sums = { balance: credits, held: count, available: credits };

const customerSchema = v.object({ id, email: v.nullable(text), ...sums });

export const grantKinds = ['purchase', 'bonus', 'promotion', 'adjustment'] as const;

const grantSchema = v.object({
  id,
  kind: v.picklist(grantKinds),
  credits: count,
  /** Includes the held credits. */
  remaining: count,
  held: count,
  /** Grants with a lower number are used first. */
  priority: count,
  /** Null: never. */
  expires_at: v.nullable(instant),
  created_at: instant,
});

const spendSchema = v.object({
  id,
  customer_id: id,
  credits: count,
  /** Credits that went back to the grants they came from. */
  returned: count,
  reference: v.nullable(text),
  created_at: instant,
  ...sums,
});

export const holdStates = ['open', 'captured', 'released', 'expired'] as const;

const holdSchema = v.object({
  id,
  customer_id: id,
  credits: count,
  state: v.picklist(holdStates),
  captured: count,
  expires_at: instant,
  ...sums,
});

/** Every reply by its name in the OpenAPI document. */
export const merchantReplySchemas = {
  MerchantCustomer: customerSchema,
  MerchantCustomers: v.object({ customers: v.array(customerSchema) }),
  Grants: v.object({ grants: v.array(grantSchema) }),
  Grant: v.object({ ...grantSchema.entries, customer_id: id, reason: v.nullable(text) }),
  Spend: spendSchema,
  Hold: holdSchema,
};
export type MerchantReplies = {
  [Name in keyof typeof merchantReplySchemas]: v.InferOutput<(typeof merchantReplySchemas)[Name]>;
};
