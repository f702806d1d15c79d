import * as v from 'valibot';
import { isPrintable } from '../characters.ts';
import { activityKinds, defaultActivityLimit, maxPageSize } from '../queries.ts';
import { wholeNumberUpTo } from '../scalars.ts';
import { isDay } from '../usage.ts';

/** Each error message continues a sentence that starts with the field's name. */

/** Maximum of an amount (in credits or US cents) and of a balance. Equals `max_credits` in the database. */
export const maxCredits = 1_000_000_000_000;

export const defaultHoldSeconds = 600;
export const defaultPriority = 100;

const wholeNumber = (min: number, max: number) => {
  const message = `must be a whole number from ${min} to ${max}`;
  return v.pipe(
    v.number(message),
    v.safeInteger(message),
    v.minValue(min, message),
    v.maxValue(max, message),
  );
};

const line = (max: number) => {
  const message = `must be 1 to ${max} characters without line breaks`;
  return v.pipe(
    v.string(message),
    v.minLength(1, message),
    v.maxLength(max, message),
    v.check(isPrintable, message),
  );
};

/** Has no default, because client generators would make a field with a default required. */
const optional = <Schema extends v.GenericSchema>(schema: Schema) => v.nullish(schema);

const customerId = line(128);
const credits = wholeNumber(1, maxCredits);
const holdSeconds = wholeNumber(1, 604_800);
const reference = optional(line(200));

const instantMessage = 'must be a time like 2026-12-31T00:00:00Z';

/** Rejects days that don't exist, and times outside the years 1 to 9999 in UTC. */
const isInstant = (text: string): boolean => {
  const time = new Date(text);
  return isDay(text.slice(0, 10)) && !Number.isNaN(time.getTime()) && isDay(time.toISOString().slice(0, 10));
};
const instant = v.pipe(
  v.string(instantMessage),
  v.isoTimestamp(instantMessage),
  v.check(isInstant, instantMessage),
);

/** A UUID chosen by the caller. */
export const idSchema = v.pipe(v.string('must be a UUID'), v.uuid('must be a UUID'), v.toLowerCase());

/** Restores a plus in a query, where it means a space. */
const restorePlus = v.transform((text: string) => text.replaceAll(' ', '+'));

const emailMessage = 'must be an email address';

export const merchantQuerySchema = v.object({
  email: v.pipe(
    v.string(emailMessage),
    v.trim(),
    restorePlus,
    v.minLength(3, emailMessage),
    v.maxLength(320, emailMessage),
    v.check(isPrintable, emailMessage),
  ),
});

export const defaultEventLimit = 100;
export const maxEventLimit = 1_000;

const afterMessage = 'must be the id of an event';
const limitMessage = `must be a whole number from 1 to ${maxEventLimit}`;

/** The query parameters of GET /v1/events. */
export const eventQuerySchema = v.object({
  /** The id of the last event that the caller has read. By default, the list starts at the first event. */
  after: v.optional(v.pipe(v.string(afterMessage), v.regex(/^\d{1,16}$/, afterMessage)), '0'),
  limit: v.optional(
    v.pipe(
      v.string(limitMessage),
      v.regex(/^\d{1,4}$/, limitMessage),
      v.transform(Number),
      v.minValue(1, limitMessage),
      v.maxValue(maxEventLimit, limitMessage),
    ),
    String(defaultEventLimit),
  ),
});

const movementMessage = 'must be the `next` of an earlier page';
const pageMessage = `must be a whole number from 1 to ${maxPageSize}`;
const time = v.optional(v.pipe(v.string(), restorePlus, instant, v.toDate()));

/** The query parameters of GET /v1/customers/{id}/activity. */
export const merchantActivityQuerySchema = v.pipe(
  v.object({
    before: v.optional(wholeNumberUpTo(Number.MAX_SAFE_INTEGER, movementMessage)),
    limit: v.optional(wholeNumberUpTo(maxPageSize, pageMessage), String(defaultActivityLimit)),
    kind: v.optional(v.picklist(activityKinds, `must be one of ${activityKinds.join(', ')}`)),
    reference: v.optional(line(200)),
    /** The first time. */
    from: time,
    /** The time after the last one. */
    to: time,
  }),
  v.forward(
    v.check(({ from, to }) => from === undefined || to === undefined || from <= to, 'must not be after to'),
    ['from'],
  ),
);
export type MerchantActivityQuery = v.InferOutput<typeof merchantActivityQuerySchema>;

const spendEntries = {
  customer_id: customerId,
  credits,
  /** What the credits were for. */
  reference,
  /** For the customer. */
  description: optional(line(200)),
};

export const maxBatchSpends = 500;

const batchMessage = `must be a list of 1 to ${maxBatchSpends} spends`;

/** A list of 1 to {@link maxBatchSpends} items. */
const batchOf = <Item extends v.GenericSchema>(item: Item) =>
  v.pipe(
    v.array(item, batchMessage),
    v.minLength(1, batchMessage),
    v.maxLength(maxBatchSpends, batchMessage),
  );

/** A batch whose spends aren't validated yet, because each has its own result. */
export const spendBatchSchema = v.strictObject({ spends: batchOf(v.unknown()) });

/** A spend of a batch. */
const batchSpendSchema = v.strictObject({ id: idSchema, ...spendEntries });

/** Every request body, by its name in the OpenAPI document. Refuses unknown fields, which may be typos. */
export const merchantRequestSchemas = {
  CustomerRequest: v.strictObject({}),
  SpendRequest: v.strictObject(spendEntries),
  BatchSpend: batchSpendSchema,
  SpendBatchRequest: v.strictObject({ spends: batchOf(batchSpendSchema) }),
  ReturnRequest: v.strictObject({ credits }),
  HoldRequest: v.strictObject({
    customer_id: customerId,
    credits,
    expires_in: v.optional(v.pipe(holdSeconds, v.description(`Seconds. Default: ${defaultHoldSeconds}`))),
    reference,
  }),
  /** Without `credits`, captures the whole hold. Refuses null, because NaN becomes null in JSON. */
  CaptureRequest: v.strictObject({ credits: v.optional(credits) }),
  ExtendRequest: v.strictObject({
    expires_in: v.pipe(holdSeconds, v.description('Seconds from now')),
  }),
  GrantRequest: v.strictObject({
    customer_id: customerId,
    credits,
    reason: line(200),
    /** ISO 8601 with a time zone. If null or absent, the grant never expires. */
    expires_at: optional(instant),
    priority: v.optional(
      v.pipe(
        wholeNumber(0, 1_000),
        v.description(`Grants with a lower number are used first. Default: ${defaultPriority}`),
      ),
    ),
  }),
};
export type MerchantRequestName = keyof typeof merchantRequestSchemas;
