import { createHmac } from 'node:crypto';
import type { Reply, StoreUnderTest } from './store-under-test.ts';

export const webhookKey = 'a-webhook-key';

/** Posts a gateway event to the store, signed with `webhookKey`. */
export const postGatewayEvent = (
  { call }: Pick<StoreUnderTest, 'call'>,
  body: string | Buffer,
): Promise<Reply> => {
  const signature = createHmac('sha256', webhookKey).update('1.').update(body).digest('hex');
  const headers = { 'Webhook-Signature': `t=1,s=${signature}` };
  return call('/webhooks/gateway', { method: 'POST', body, headers });
};
