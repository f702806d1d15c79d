import type { Context } from 'hono';
import { type DescribeRouteOptions, describeRoute } from 'hono-openapi';
import type { Endpoint } from '#contract/endpoints.ts';
import { type MerchantErrorCode, merchantErrors } from '#contract/errors.ts';
import type { MerchantEndpoint } from '#contract/merchant/endpoints.ts';
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

/** An endpoint's texts in the OpenAPI document. */
export interface EndpointWords extends Pick<DescribeRouteOptions, 'summary' | 'parameters'> {
  /** Every status but 200 is an error. */
  readonly statuses?: Readonly<Record<number, string>>;
  /** Described by their meaning. */
  readonly errors?: readonly MerchantErrorCode[];
}

/** A path's id. */
export const uuidParameter = (name: string, description?: string) =>
  ({
    name,
    in: 'path',
    required: true,
    ...(description !== undefined && { description }),
    schema: { type: 'string', format: 'uuid' },
  }) as const;

export const limitParameter = (maximum: number, usual: number) =>
  ({ name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum, default: usual } }) as const;

/** The price that the customer saw or agreed to. */
export const expectedCentsParameter = (description: string) =>
  ({
    name: 'X-Expected-Amount-Cents',
    in: 'header',
    description,
    schema: { type: 'integer', minimum: 0 },
  }) as const;

export const unknownCustomer = { 404: 'Customer not found' };

export const errorResponse = (description: string) => ({ description, content: jsonContent('Refusal') });

/** The OpenAPI responses for errors of the merchant's API, by status. */
export const merchantErrorResponses = (codes: readonly MerchantErrorCode[]) => {
  const meanings = new Map<number, string[]>();
  for (const code of codes) {
    const { status, meaning } = merchantErrors[code];
    meanings.set(status, [...(meanings.get(status) ?? []), `\`${code}\`: ${meaning}`]);
  }
  const content = jsonContent('MerchantRefusal');
  return Object.fromEntries(
    [...meanings].map(([status, texts]) => [status, { description: texts.join('; '), content }]),
  );
};

const describeBody = (endpoint: AnyEndpoint): Pick<DescribeRouteOptions, 'requestBody'> => {
  if ('requests' in endpoint && endpoint.requests !== undefined)
    return { requestBody: { required: true, content: anyContent(endpoint.requests) } };
  if (!('request' in endpoint) || endpoint.request === undefined) return {};
  const { request } = endpoint;
  return { requestBody: { required: request !== 'CaptureRequest', content: jsonContent(request) } };
};

/**
 * Serves an endpoint of the contract and describes it in the OpenAPI document. If the endpoint has a scope, only keys with
 * that scope may call it.
 */
export const serve = <Served extends AnyEndpoint>(
  app: App,
  endpoint: Served,
  { statuses: { 200: ok, ...statuses } = {}, errors = [], ...words }: EndpointWords,
  handle: (c: Context<RequestEnvironment>) => Promise<ReplyOf<Served> | Response>,
): void => {
  const { method = 'GET', path, reply } = endpoint;
  const scope = 'scope' in endpoint ? endpoint.scope : undefined;
  const content = jsonContent(reply);
  const isRepeatable = scope !== undefined && method === 'PUT';
  const described = Object.entries(statuses).map(([status, text]) => [status, errorResponse(text)]);
  app.on(
    method,
    // The app looks up paths without their last slash; the document shows the contract's.
    [...new Set([path.replace(/\/$/, ''), path])],
    describeRoute({
      ...words,
      ...(scope !== undefined && { security: [{ merchantKey: [scope] }] }),
      ...describeBody(endpoint),
      responses: {
        ...(isRepeatable && { 201: { description: 'Done', content } }),
        200: { description: ok ?? (isRepeatable ? 'Done by an earlier call' : 'The response'), content },
        ...Object.fromEntries(described),
        ...merchantErrorResponses(errors),
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
