import type { Context, Hono } from 'hono';
import { type DescribeRouteOptions, describeRoute } from 'hono-openapi';
import type { MerchantEndpoint } from '#contract/merchant/endpoints.ts';
import { type MerchantErrorCode, merchantErrors } from '#contract/merchant/errors.ts';
import type { MerchantReplies } from '#contract/merchant/replies.ts';
import { Refusal } from '../refusals.ts';
import { jsonContent } from './document.ts';
import type { RequestEnvironment } from './middleware.ts';

export interface MerchantEndpointWords extends Pick<DescribeRouteOptions, 'summary' | 'parameters'> {
  readonly refusals: readonly MerchantErrorCode[];
}

export interface MerchantAnswer<Body> {
  /** 201: done. 200: done before, or read. */
  readonly status: 200 | 201;
  readonly body: Body;
}

const refusalResponse = (codes: readonly MerchantErrorCode[]) => ({
  description: codes.map((code) => `\`${code}\`: ${merchantErrors[code].meaning}`).join('; '),
  content: jsonContent('MerchantRefusal'),
});

/** The OpenAPI responses for refusals, by status. */
export const refusalResponses = (codes: readonly MerchantErrorCode[]) =>
  Object.fromEntries(
    [...new Set(codes.map((code) => merchantErrors[code].status))].map((status) => [
      status,
      refusalResponse(codes.filter((code) => merchantErrors[code].status === status)),
    ]),
  );

/** Serves a call of the merchant's API to keys with its scope, and describes it in the OpenAPI document. */
export const serveMerchant = <Served extends MerchantEndpoint>(
  app: Hono<RequestEnvironment>,
  { method = 'GET', path, scope, request, reply }: Served,
  { refusals, ...words }: MerchantEndpointWords,
  handle: (
    c: Context<RequestEnvironment>,
    /** Its prefix. */
    key: string,
  ) => Promise<MerchantAnswer<MerchantReplies[Served['reply']]>>,
): void => {
  const content = jsonContent(reply);
  app.on(
    method,
    path,
    describeRoute({
      ...words,
      security: [{ merchantKey: [scope] }],
      ...(request && {
        requestBody: { required: request !== 'CaptureRequest', content: jsonContent(request) },
      }),
      responses: {
        ...(method === 'PUT' && { 201: { description: 'Done', content } }),
        200: { description: method === 'PUT' ? 'Done before, by the same call' : 'The answer', content },
        ...refusalResponses(refusals),
      },
    }),
    async (c) => {
      const { prefix, scopes } = c.get('merchantCaller');
      if (!scopes.includes(scope))
        throw new Refusal(403, 'missing-scope', `This call needs a key with the scope ${scope}.`);
      const { status, body } = await handle(c, prefix);
      return c.json(body, status);
    },
  );
};
