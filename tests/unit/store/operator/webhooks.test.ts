import { describe, expect, it } from 'vitest';
import { createOperator } from '../support/operator.ts';
import { expectComplaint } from '../support/refusals.ts';
import { databaseOfFile } from '../support/test-database.ts';

const database = await databaseOfFile();
const operator = createOperator(database);

const url = 'https://merchant.example/hooks?shop=1';
const unknown = '00000000-0000-4000-8000-000000000000';

const add = () => operator.json('webhooks', 'add', url);
const listed = async (id: string) =>
  (await operator.json('webhooks', 'list')).endpoints.find((one: { id: string }) => one.id === id);
const publish = async (customerId = 'a-customer'): Promise<string> => {
  await database.query("select add_event($1, 'balance.low', '{}', now())", [customerId]);
  await database.query('select publish_events(100)');
  const [row] = await database.query<{ id: string }>('select max(event_id)::text as id from events');
  return row?.id ?? expect.fail();
};

describe('coffer webhooks', () => {
  it('shows a new endpoint’s secret only once', async () => {
    const { id, secret, ...added } = await add();
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(added).toEqual({ url });
    expect(await listed(id)).toEqual({
      id,
      url,
      createdAt: expect.any(String),
      deliveredEvent: null,
      deliveredAt: null,
      waiting: 0,
      failingSince: null,
      disabledAt: null,
      disabledBecause: null,
    });
    expect((await operator.run('webhooks', 'add', url)).text).toMatch(
      /^Endpoint {2}[-\da-f]{36}\nURL {7}https:.*\nSecret {4}whsec_\S+\n\nStore the secret now/,
    );
    const actions = await database.query('select * from operator_actions');
    expect(JSON.stringify([actions, await operator.run('webhooks', 'list')])).not.toContain('whsec_');
  });

  it('rejects an http URL on another machine', async () => {
    const problem = 'The URL is not an https URL (http is only allowed for this machine).';
    await expectComplaint(operator.run('webhooks', 'add', 'http://merchant.example/'), problem, 2);
  });

  it('rotates a secret and keeps the previous one', async () => {
    const { id, secret: old } = await add();
    const { secret } = await operator.json('webhooks', 'rotate', id);
    const stored = 'select secret, previous_secret as previous from webhook_endpoints where endpoint_id = $1';
    expect(await database.query(stored, [id])).toEqual([{ secret, previous: old }]);
  });

  it('shows why an endpoint is disabled and can enable it', async () => {
    const { id } = await add();
    await publish();
    await database.query('select queue_deliveries(100, 100)');
    await database.query(
      "update webhook_endpoints set disabled_at = now(), disabled_because = 'gone' where endpoint_id = $1",
      [id],
    );
    expect((await operator.run('webhooks', 'list')).text).toMatch(/disabled [-\d]+ [:\d]+ \(answered 410\)/);
    expect(await operator.json('webhooks', 'enable', id)).toEqual({ id, waiting: 1, result: 'enabled' });
    expect(await listed(id)).toMatchObject({ disabledAt: null, waiting: 1 });
  });

  it('removes an endpoint that has waiting events', async () => {
    const { id } = await add();
    await publish();
    await database.query('select queue_deliveries(100, 100)');
    expect(await operator.json('webhooks', 'remove', id)).toEqual({ id, url, result: 'removed' });
    expect(await listed(id)).toBeUndefined();
    for (const command of ['remove', 'enable', 'rotate'])
      await expectComplaint(operator.run('webhooks', command, id), `There is no endpoint ${id}.`);
  });

  it('resends an event to one endpoint or to all endpoints', async () => {
    const [one, other] = [await add(), await add()];
    const event = await publish();
    const ids = async (...more: string[]) =>
      (await operator.json('webhooks', 'send', event, ...more)).endpoints.map(({ id }: { id: string }) => id);
    expect(await ids(other.id)).toEqual([other.id]);
    expect(await listed(one.id)).toMatchObject({ waiting: 0 });
    expect(await ids()).toEqual(expect.arrayContaining([one.id, other.id]));
    expect(await listed(other.id)).toMatchObject({ waiting: 1 });
    expect(await operator.run('webhooks', 'send', event, unknown)).toMatchObject({
      complaints: `There is no active endpoint ${unknown}.`,
    });
    const complaint = 'There is no event 9000000000000000. Events are deleted after 30 days.';
    await expectComplaint(operator.run('webhooks', 'send', '9000000000000000'), complaint);
    expect(await operator.run('webhooks', 'send', '17')).toMatchObject({ exitCode: 2 });
  });

  it('reports that an erased customer’s event has no data', async () => {
    await add();
    const event = await publish('erased-customer');
    await database.query("update events set data = '{}', erased_at = now() where event_id = $1", [event]);
    const { text } = await operator.run('webhooks', 'send', event);
    expect(text).toContain('Customer erased-customer was erased, so the event no longer has data.');
    expect(await operator.json('webhooks', 'send', event)).toMatchObject({ event, isErased: true });
  });
});
