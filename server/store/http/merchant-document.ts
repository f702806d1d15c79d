import { generateSpecs } from 'hono-openapi';
import type { MerchantReplies } from '#contract/merchant/replies.ts';
import { eventSchemaName, merchantComponents, reference } from './document.ts';
import type { App } from './middleware.ts';

const description = `Spends, holds, returns and grants a customer's prepaid credits.

Send a key as \`Authorization: Bearer KEY\`, from a server only. Credits are whole numbers. Times are in UTC.

You choose the ids of spends, returns, holds and grants. Store an id before the call. If you get no response, 429 or 5xx,
repeat the call with the same id: it takes effect once.

Errors have a \`code\` for programs and a \`detail\` for logs. A refused call changes nothing. Ignore fields and event types
that you don't know.`;

const tags = [
  { name: 'customers', description: 'Customers, their credits, and what they used' },
  { name: 'spends', description: 'Take credits from a customer, and return them' },
  { name: 'holds', description: 'Reserve credits for work that may fail or whose price is not known yet' },
  { name: 'grants', description: 'Give a customer credits, and take back what is left' },
  {
    name: 'events',
    description: 'What happened to your customers’ credits: to read, or sent to your server',
  },
];

/** When the store sends each event. */
const eventSummaries: Readonly<Record<MerchantReplies['Event']['type'], string>> = {
  'customer.created': 'A customer visited the store for the first time, or you created the customer',
  'grant.created': 'You or an operator granted credits',
  'purchase.completed': 'A customer’s card was charged',
  'purchase.refund_requested': 'A customer started a refund',
  'purchase.reversed': 'A refund, void or chargeback removed credits',
  'spend.returned': 'Credits of a spend were returned',
  'hold.expired': 'A hold was neither captured nor released in time',
  'grant.expired': 'A grant expired and lost credits',
  'balance.low': 'A customer’s available credits fell below the limit',
  'balance.exhausted': 'A customer’s available credits fell to 0 or below',
  'top_up.completed': 'Automatic top-up charged the customer’s card',
  'top_up.failed': 'Automatic top-up’s charge was declined',
  'top_up.paused': 'Automatic top-up was paused',
  'spending_limit.reached': 'A customer used 80 or 100 percent of their spending limit',
};

const webhookHeaders = [
  {
    name: 'webhook-id',
    description: 'The event’s id. An event can arrive twice, with the same id',
    schema: { type: 'string', pattern: String.raw`^\d{16}$` },
  },
  {
    name: 'webhook-timestamp',
    description: 'When this attempt was sent, in Unix seconds. Refuse times more than five minutes away',
    schema: { type: 'string', pattern: String.raw`^\d+$` },
  },
  {
    name: 'webhook-signature',
    description:
      'Signatures, separated by spaces. Each is `v1,` and the base64 of an HMAC-SHA256 of `id.timestamp.body`. The key is ' +
      'the base64 after `whsec_` in the endpoint’s secret',
    schema: { type: 'string' },
  },
].map((header) => ({ ...header, in: 'header', required: true }));

const webhooks = Object.fromEntries(
  Object.entries(eventSummaries).map(([type, summary]) => {
    const name = eventSchemaName(type);
    const post = {
      operationId: `on${name.replace(/Event$/, '')}`,
      summary,
      description:
        'Sent to the URLs from `coffer webhooks add URL`, and signed as in Standard Webhooks. Verify the signature of the ' +
        'unparsed body, then respond within ten seconds.',
      tags: ['events'],
      security: [],
      parameters: webhookHeaders,
      requestBody: { required: true, content: { 'application/json': { schema: reference(name) } } },
      responses: {
        '2XX': { description: 'Received. After any other status, the store sends the event again' },
        410: { description: 'Disables this URL' },
      },
    };
    return [type, { post }];
  }),
);

/** Generates `GET /v1/openapi.json` (OpenAPI 3.1), which describes only the merchant's API. */
export const describeMerchantApi = async (app: App) => ({
  ...(await generateSpecs(app, {
    exclude: /^(?!\/v1\/)/,
    documentation: {
      info: {
        title: 'Coffer merchant API',
        version: '1.0.0',
        description,
        contact: { name: 'The operator of this store' },
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: '/', description: 'This store' }],
      tags,
      security: [{ merchantKey: [] }],
    },
  })),
  webhooks,
  components: merchantComponents(),
});
