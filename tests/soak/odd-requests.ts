import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import type { ComposedStore } from '#server/store/app.ts';
import { billingAddress, paymentRequest } from '../unit/store/support/payment-requests.ts';

/** A request with unusual content. Node sends its header values as Latin-1. */
export interface OddRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
}

export const webhookKey = 'a-webhook-key';

/** Text that often breaks programs: control characters, lone surrogates, other scripts, markup, big numbers. */
const oddText = fc.oneof(
  fc.constantFrom(
    ...['', ' ', '\0', 'a\0b', '\ud800', '\udc00x', '\u202eevil', '\ufeff', '\u001b[2J', '\r\nX-Injected: 1'],
    ...['__proto__', 'constructor', "' or 1=1 --", '%s%n', '../../etc/passwd', '<script>alert(1)</script>'],
    ...['\u0661\u0662\u0663\u0664\u0665', '-1', '0', '1e999', 'NaN', '9007199254740993'],
    ...['99999999999999999999999999', 'ff'.repeat(20_000)],
  ),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.string({
    unit: fc.constantFrom('\0', '\ud83d', '\ude00', '\u200d', '\u007f', 'a', '\\', '"'),
    maxLength: 20,
  }),
);

const oddValue = fc.oneof(
  { weight: 4, arbitrary: oddText },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.constantFrom(1e21, -0, 2 ** 53, Number.MAX_VALUE, null, [], {}, true) },
);

const spoiled = (fields: Record<string, unknown>): fc.Arbitrary<Record<string, unknown>> =>
  fc
    .record({
      changed: fc.dictionary(fc.constantFrom(...Object.keys(fields)), oddValue, { maxKeys: 2 }),
      dropped: fc.option(fc.constantFrom(...Object.keys(fields))),
      added: fc.dictionary(oddText, oddValue, { maxKeys: 1 }),
    })
    .map(({ changed, dropped, added }) =>
      Object.fromEntries(
        Object.entries({ ...fields, ...changed, ...added }).filter(([name]) => name !== dropped),
      ),
    );

const uuid = fc.uuid();

const cardPayment = uuid.chain((card_id) => spoiled({ product_id: 'plus-1200', card_id }));

const payment = fc.tuple(spoiled(billingAddress), uuid).chain(([address, token]) =>
  fc.oneof(
    { weight: 1, arbitrary: fc.constant(paymentRequest({ payment_token: token })) },
    { weight: 1, arbitrary: cardPayment },
    {
      weight: 4,
      arbitrary: spoiled({ ...paymentRequest({ payment_token: token }), billing_address: address }),
    },
  ),
);

const event = fc
  .tuple(
    spoiled({ transaction_id: '7001', order_id: null, condition: 'pendingsettlement' }),
    uuid,
    uuid,
    spoiled({ amount: '-10.00', success: '1', action_type: 'refund' }),
    fc.array(spoiled({ id: '1', date: '20261101', amount: '10.00', reason: 'fraud' }), { maxLength: 2 }),
    fc.array(spoiled({ customer_vault_id: 'x', cc_number: '4xxxxxxxxxxx1111', cc_exp: '12/40' }), {
      maxLength: 2,
    }),
    fc.constantFrom(
      'transaction.refund.success',
      'transaction.sale.success',
      'transaction.void.success',
      'chargeback.batch.complete',
      'acu.summary.automaticallyupdated',
      'acu.summary.closedaccount',
    ),
  )
  .chain(([body, eventId, orderId, action, chargebacks, vault_updates, type]) =>
    spoiled({
      event_id: eventId,
      event_type: type,
      event_body: { ...body, order_id: body['order_id'] ?? orderId, action, chargebacks, vault_updates },
    }),
  );

/** The API keys and customer ids in calls of the merchant's API. */
interface MerchantCalls {
  readonly keys: readonly string[];
  readonly customers: readonly string[];
}

const merchantBody = (path: string, customers: readonly string[]): fc.Arbitrary<unknown> =>
  fc.constantFrom(...customers).chain((customer) => {
    const credits = 1;
    const about = { customer_id: customer, credits };
    if (/returns|capture/.test(path)) return spoiled({ credits });
    if (path.includes('grants'))
      return spoiled({ ...about, reason: 'x', priority: 7, expires_at: '2027-01-01T00:00:00Z' });
    return spoiled(path.includes('holds') ? { ...about, expires_in: 60 } : { ...about, reference: 'x' });
  });

/** Generates bodies: JSON, JSON with raw control characters or broken bytes, truncated JSON, or noise. */
const bytesOf = (content: fc.Arbitrary<unknown>): fc.Arbitrary<Buffer> =>
  fc
    .tuple(
      content,
      fc.constantFrom('json', 'json', 'json', 'raw', 'latin-1', 'cut', 'noise'),
      fc.uint8Array({ maxLength: 40 }),
    )
    .map(([value, form, noise]) => {
      const json = JSON.stringify(value) ?? '';
      if (form === 'raw') {
        return Buffer.from(
          json.replace(/\\u([0-9a-f]{4})/g, (_, hex: string) =>
            String.fromCharCode(Number.parseInt(hex, 16)),
          ),
        );
      }
      if (form === 'latin-1') return Buffer.from(json, 'latin1');
      if (form === 'cut') return Buffer.from(json.slice(0, json.length / 2));
      if (form === 'noise') return Buffer.concat([Buffer.from(json), Buffer.from(noise)]);
      return Buffer.from(json);
    });

/** Header text without the control characters that Node's client refuses. */
const headerText = oddText.map((text) =>
  Buffer.from(text.slice(0, 4_000))
    .toString('latin1')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: Node refuses these characters.
    .replace(/[\0-\x08\x0a-\x1f\x7f]/g, ''),
);

const forwarded = fc
  .array(
    fc.oneof(
      fc.ipV4(),
      fc.ipV6(),
      fc.constantFrom('fe80::1%eth0', '::ffff:c000:201', 'unknown', '192.0.2.1:80', ''),
    ),
    { maxLength: 3 },
  )
  .map((hops) => hops.join(', '));

const oddHeaders = fc.dictionary(
  fc.constantFrom(
    ...['Idempotency-Key', 'X-Expected-Amount-Cents', 'X-Request-Id', 'X-Forwarded-For', 'X-Real-IP'],
    ...['Forwarded', 'Authorization', 'Content-Type', 'Origin', 'Access-Control-Request-Method'],
    ...['traceparent', 'Webhook-Signature', 'Accept-Encoding', 'If-None-Match', 'Range'],
  ),
  headerText,
  { maxKeys: 2 },
);

const segment = fc.oneof({ weight: 1, arbitrary: uuid }, { weight: 2, arbitrary: oddText });

/** Percent-encodes text as UTF-8, or as invalid UTF-8 if it has surrogates. */
const encoded = (text: string): string =>
  Array.from(
    Buffer.from(text.slice(0, 2_000), /[\ud800-\udfff]/.test(text) ? 'utf16le' : 'utf8'),
    (byte) => `%${byte.toString(16).padStart(2, '0')}`,
  ).join('');

const query = fc
  .dictionary(fc.oneof(fc.constantFrom('page', 'limit', 'status', 'email'), oddText), oddText, { maxKeys: 3 })
  .map((entries) =>
    Object.entries(entries)
      .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
      .join('&'),
  );

interface Route {
  readonly method: string;
  readonly path: string;
}

/** Returns all routes of the app, including routes that other modules add. */
export const routesOf = (app: ComposedStore['app']): Route[] => {
  const routes = app.routes.filter(({ method, path }) => method !== 'ALL' && !path.endsWith('*'));
  return [...new Map(routes.map((route) => [`${route.method} ${route.path}`, route])).values()];
};

export const oddRequests = (
  routes: readonly Route[],
  tokens: readonly string[],
  { keys, customers }: MerchantCalls,
): fc.Arbitrary<OddRequest> => {
  const methods = fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS');
  return fc
    .tuple(
      fc.constantFrom(...routes),
      // Don't use `option`, which is rarely null; a different method must be the exception.
      fc.oneof({ weight: 9, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: methods }),
      fc.array(segment, { minLength: 3, maxLength: 3 }),
      fc.option(query, { freq: 2 }),
      fc.tuple(oddHeaders, fc.option(forwarded, { freq: 2 })),
      fc.tuple(fc.constantFrom(...tokens), fc.constantFrom(...keys)),
      uuid,
    )
    .chain(([route, otherMethod, segments, search, [headers, hops], [token, key], attemptId]) => {
      const method = otherMethod ?? route.method;
      const isWebhook = route.path.startsWith('/webhooks/');
      const isMerchant = route.path.startsWith('/v1/');
      const names = segments.values();
      const path = route.path.replace(/:\w+/g, () => encoded(names.next().value ?? 'x'));
      const valid = isMerchant ? merchantBody(route.path, customers) : payment;
      const content = isWebhook ? event : fc.oneof(valid, valid, oddValue);
      const body = method === 'GET' || method === 'HEAD' ? fc.constant(undefined) : bytesOf(content);
      return body.map(
        (bytes): OddRequest => ({
          method,
          path: search === null ? path : `${path}?${search}`,
          headers: {
            ...(isWebhook
              ? { 'Webhook-Signature': signed(bytes) }
              : { Authorization: `Bearer ${isMerchant ? key : token}`, 'Idempotency-Key': attemptId }),
            ...(bytes === undefined ? {} : { 'Content-Type': 'application/json' }),
            ...(hops === null ? {} : { 'X-Forwarded-For': hops }),
            ...headers,
          },
          body: bytes,
        }),
      );
    });
};

const signed = (body: Buffer | undefined): string =>
  `t=1,s=${createHmac('sha256', webhookKey)
    .update('1.')
    .update(body ?? '')
    .digest('hex')}`;
