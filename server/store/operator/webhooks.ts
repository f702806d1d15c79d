import { callForRow, callFunction } from '../database/call-function.ts';
import type { Queryable } from '../database/database.ts';
import { problemOfUrl } from '../webhooks/endpoint-url.ts';
import { addEndpoint, listEndpoints, removeEndpoint, type WebhookEndpoint } from '../webhooks/endpoints.ts';
import { createWebhookSecret } from '../webhooks/signature.ts';
import { blocks, fields, instant, lines, whole } from './report.ts';
import { CliError, type CliOutput, type CommandWork } from './tools.ts';

const shownOnce = 'Store the secret now. You won’t see it again.';
/** How long the old secret also signs after a rotation, in milliseconds: a day. */
const overlapMs = 86_400_000;

/** `coffer webhooks add`: adds an endpoint and prints its secret, which can't be shown again. */
export const addWebhook: CommandWork<{ url: string }> = async ({ database, config, writeDown }, { url }) => {
  const problem = problemOfUrl(url, config.webhooks);
  if (problem !== null) throw new CliError(`The URL ${problem}.`, 'usage');
  return database.transaction(async (transaction) => {
    const secret = createWebhookSecret();
    const id = await addEndpoint(transaction, url, secret);
    await writeDown(transaction, { subject: id, details: { host: new URL(url).host }, result: 'added' });
    return {
      json: { id, url, secret },
      text: blocks(fields({ Endpoint: id, URL: url, Secret: secret }), shownOnce),
    };
  });
};

const stateOf = ({ disabledAt, disabledBecause, failingSince }: WebhookEndpoint): string => {
  if (disabledAt !== null)
    return `disabled ${instant(disabledAt)} ${disabledBecause === 'gone' ? '(answered 410)' : '(failed for 3 days)'}`;
  return failingSince === null ? 'active' : `failing since ${instant(failingSince)}`;
};

/** `coffer webhooks list`: lists endpoints, oldest first. */
export const listWebhooks: CommandWork = async ({ database }) => {
  const endpoints = await listEndpoints(database);
  const described = endpoints.map((endpoint) => {
    const { id, url, deliveredEvent, deliveredAt, waiting } = endpoint;
    return fields({
      Endpoint: id,
      URL: url,
      State: stateOf(endpoint),
      Waiting: whole(waiting),
      'Last arrived':
        deliveredAt === null ? 'never' : `${instant(deliveredAt)} (up to event ${deliveredEvent})`,
    });
  });
  return {
    json: { endpoints },
    text: endpoints.length === 0 ? 'There are no endpoints.' : blocks(...described),
  };
};

/** Changes an endpoint and writes an audit entry in one transaction. @param change returns null for an unknown id */
const changeEndpoint =
  (
    result: string,
    change: (transaction: Queryable, id: string) => Promise<CliOutput | null>,
  ): CommandWork<{ endpoint: string }> =>
  ({ database, writeDown }, { endpoint: id }) =>
    database.transaction(async (transaction) => {
      const answer = await change(transaction, id);
      if (answer === null) throw new CliError(`There is no endpoint ${id}.`, 'not-found');
      await writeDown(transaction, { subject: id, result });
      return answer;
    });

/** `coffer webhooks remove`: removes an endpoint. */
export const removeWebhook = changeEndpoint('removed', async (transaction, id) => {
  const url = await removeEndpoint(transaction, id);
  if (url === null) return null;
  return { json: { id, url, result: 'removed' }, text: fields({ Removed: id, URL: url }) };
});

/** `coffer webhooks enable`: sends the events that the endpoint missed, if they are still stored. */
export const enableWebhook = changeEndpoint('enabled', async (transaction, id) => {
  const { value: waiting } = await callForRow(transaction, 'enable_webhook_endpoint', { endpoint: id });
  if (waiting === null) return null;
  return {
    json: { id, waiting, result: 'enabled' },
    text: fields({ Enabled: id, Waiting: whole(waiting) }),
  };
});

/** `coffer webhooks rotate`: replaces the secret and prints the new one. */
export const rotateWebhook = changeEndpoint('rotated', async (transaction, id) => {
  const secret = createWebhookSecret();
  const rotation = { endpoint: id, secret, overlap_ms: overlapMs };
  if (!(await callForRow(transaction, 'rotate_webhook_secret', rotation)).value) return null;
  return {
    json: { id, secret },
    text: blocks(
      fields({ Endpoint: id, Secret: secret }),
      lines(shownOnce, 'For a day, events have two signatures: the new one and the old one.'),
    ),
  };
});

/** `coffer webhooks send`: queues an event, which the store sends within seconds. */
export const sendEvent: CommandWork<{ event: number; endpoint: string | undefined }> = (
  { database, writeDown },
  { event, endpoint },
) =>
  database.transaction(async (transaction) => {
    const [found] = await transaction.query<{ customerId: string; type: string; isErased: boolean }>(
      `select customer_id as "customerId", type, erased_at is not null as "isErased" from events where event_id = $1`,
      [event],
    );
    if (found === undefined)
      throw new CliError(`There is no event ${event}. Events are deleted after 30 days.`, 'not-found');
    const { customerId, type, isErased } = found;
    const sentTo = await callFunction(transaction, 'send_event_again', { event, endpoint: endpoint ?? null });
    if (sentTo.length === 0)
      throw new CliError(
        endpoint === undefined ? 'There is no active endpoint.' : `There is no active endpoint ${endpoint}.`,
        'not-found',
      );
    const details = { endpoints: sentTo.length };
    await writeDown(transaction, { customerId, subject: String(event), details, result: 'queued' });
    return {
      json: { event: String(event), type, isErased, endpoints: sentTo },
      text: blocks(
        lines(`Event  ${event} ${type}`, ...sentTo.map(({ url }) => `To     ${url}`)),
        isErased ? `Customer ${customerId} was erased, so the event no longer has data.` : null,
        'The store sends it within seconds.',
      ),
    };
  });
