import type { Context } from 'hono';
import { type DescribeRouteOptions, describeRoute } from 'hono-openapi';
import type { Endpoint } from '#contract/endpoints.ts';
import { type ErrorCode, type MerchantErrorCode, merchantErrors, storeErrors } from '#contract/errors.ts';
import { type MerchantEndpoint, merchantEndpoints } from '#contract/merchant/endpoints.ts';
import type { MerchantReplies } from '#contract/merchant/replies.ts';
import type { Replies } from '#contract/replies.ts';
import { anyContent, jsonContent } from './document.ts';
import { merchantError } from './http-error.ts';
import type { App, RequestEnvironment } from './middleware.ts';

type AnyEndpoint = Endpoint | MerchantEndpoint;

type ReplyOf<Served extends AnyEndpoint> = Served extends MerchantEndpoint
  ? MerchantReplies[Served['reply']]
  : Served extends Endpoint
    ? Replies[Served['reply']]
    : never;

/** An endpoint's descriptions in the OpenAPI document. */
export interface EndpointWords extends Pick<DescribeRouteOptions, 'summary' | 'description' | 'parameters'> {
  /** Descriptions by status. Every status except 200, 201 and 202 is an error. With 201 or 202, there is no 200. */
  readonly statuses?: Readonly<Record<number, string>>;
  /** Errors of the merchant's API. Their meanings become the descriptions. */
  readonly errors?: readonly MerchantErrorCode[];
}

type Parameter = NonNullable<DescribeRouteOptions['parameters']>[number];
const uuid = { type: 'string', format: 'uuid' } as const;

/** Returns the OpenAPI description of a UUID in a path. */
export const uuidParameter = (name: string, description = 'A UUID that you choose'): Parameter => ({
  name,
  in: 'path',
  required: true,
  description,
  schema: uuid,
});

const parameterIn =
  (place: 'query' | 'header') =>
  (name: string, schema: object, description?: string): Parameter => ({
    name,
    in: place,
    ...(description !== undefined && { description }),
    schema,
  });

export const queryParameter = parameterIn('query');
const headerParameter = parameterIn('header');

export const limitParameter = (maximum: number, usual: number) =>
  queryParameter('limit', { type: 'integer', minimum: 1, maximum, default: usual });

export const idempotencyKeyParameter = (description: string) =>
  headerParameter('Idempotency-Key', uuid, description);

/** Describes the header with the price that the customer saw or agreed to. */
export const expectedCentsParameter = (description: string) =>
  headerParameter('X-Expected-Amount-Cents', { type: 'integer', minimum: 0 }, description);

export const unknownCustomer = { 404: 'Customer not found' };

/** Serves what belongs to the customer, without parameters. @param ok the description of the response */
export const serveOwn = <Served extends Endpoint>(
  app: App,
  endpoint: Served,
  summary: string,
  ok: string,
  handle: (customerId: string) => Promise<ReplyOf<Served>>,
): void =>
  serve(app, endpoint, { summary, statuses: { 200: ok, ...unknownCustomer } }, (c) =>
    handle(c.get('caller').customerId),
  );

export const errorResponse = (description: string) => ({ description, content: jsonContent('StoreRefusal') });

const retryHeaders = {
  headers: {
    'Retry-After': {
      description: 'Seconds to wait before you repeat the call',
      required: true,
      schema: { type: 'integer', minimum: 1, examples: [1] },
    },
  },
} as const;

/** Returns the OpenAPI responses for errors of the merchant's API, by status. */
export const merchantErrorResponses = (codes: readonly (MerchantErrorCode | ErrorCode)[]) => {
  const meanings = new Map<number, string[]>();
  for (const code of codes) {
    const { status, meaning } = { ...storeErrors, ...merchantErrors }[code];
    meanings.set(status, [...(meanings.get(status) ?? []), `\`${code}\`: ${meaning}`]);
  }
  const content = jsonContent('Refusal');
  return Object.fromEntries(
    [...meanings].map(([status, texts]) => {
      const isTemporary = status === 429 || status === 503;
      return [status, { description: texts.join('; '), ...(isTemporary && retryHeaders), content }];
    }),
  );
};

const describeBody = (endpoint: AnyEndpoint): Pick<DescribeRouteOptions, 'requestBody'> => {
  if ('requests' in endpoint && endpoint.requests !== undefined)
    return { requestBody: { required: true, content: anyContent(endpoint.requests) } };
  if (!('request' in endpoint) || endpoint.request === undefined) return {};
  const { request } = endpoint;
  return { requestBody: { required: request !== 'CaptureRequest', content: jsonContent(request) } };
};

const errorsOfBody = (endpoint: AnyEndpoint): ErrorCode[] =>
  'request' in endpoint && endpoint.request !== undefined ? ['too-large', 'unsupported-media-type'] : [];

/** Descriptions of the store's errors that every endpoint with a body has. */
const statusesOfBody = { 413: 'The request is too large', 415: 'Not application/json' };

const operationIds = new Map<AnyEndpoint, string>(
  Object.entries(merchantEndpoints).map(([operationId, endpoint]) => [endpoint, operationId]),
);

const repeatable = 'The first call returns 201. If you repeat it, you get the same response with 200.';

/** Describes an endpoint of the merchant's API. Its tag is the first part of its path. */
const describeMerchantCall = (endpoint: AnyEndpoint, description?: string): Partial<DescribeRouteOptions> => {
  if (!('scope' in endpoint)) return {};
  const operationId = operationIds.get(endpoint);
  const scope = `Needs a key with the scope \`${endpoint.scope}\`.`;
  return {
    ...(operationId !== undefined && { operationId }),
    tags: [endpoint.path.replace(/^\/v1\/(\w+).*$/, '$1')],
    description: [description, endpoint.method === 'PUT' ? repeatable : undefined, scope]
      .filter((part) => part !== undefined)
      .join('\n\n'),
    security: [{ merchantKey: [] }],
  };
};

/**
 * Registers an endpoint of the contract and describes it in the OpenAPI document. If the endpoint has a scope, API keys
 * need that scope to call it.
 */
export const serve = <Served extends AnyEndpoint>(
  app: App,
  endpoint: Served,
  {
    statuses: { 200: ok, 201: created, 202: accepted, ...statuses } = {},
    errors = [],
    ...words
  }: EndpointWords,
  handle: (c: Context<RequestEnvironment>) => Promise<ReplyOf<Served> | Response>,
): void => {
  const { method = 'GET', path, reply } = endpoint;
  const scope = 'scope' in endpoint ? endpoint.scope : undefined;
  const content = jsonContent(reply);
  const isRepeatable = scope !== undefined && method === 'PUT';
  const done = created ?? accepted ?? ok ?? (isRepeatable ? 'Done by an earlier call' : 'The response');
  const isSent = 'requests' in endpoint && endpoint.requests !== undefined;
  const allStatuses = { ...(isSent && statusesOfBody), ...statuses };
  const described = Object.entries(allStatuses).map(([status, text]) => [status, errorResponse(text)]);
  app.on(
    method,
    // The app matches paths without a trailing slash, which OpenAPI's linters reject.
    path.replace(/\/$/, ''),
    describeRoute({
      ...words,
      ...describeMerchantCall(endpoint, words.description),
      ...describeBody(endpoint),
      responses: {
        ...(isRepeatable && { 201: { description: 'Done', content } }),
        [created ? 201 : accepted ? 202 : 200]: { description: done, content },
        ...Object.fromEntries(described),
        ...merchantErrorResponses([...errors, ...errorsOfBody(endpoint)]),
      },
    }),
    async (c) => {
      if (scope !== undefined && !c.get('merchantCaller').scopes.includes(scope))
        throw merchantError('missing-scope', `This call needs a key with the scope ${scope}.`);
      const answer = await handle(c);
      return answer instanceof Response ? answer : c.json(answer);
    },
  );
};
