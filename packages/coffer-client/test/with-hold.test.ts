import { expect, it } from 'vitest';
import { answer, createScriptedClient, refuse } from './scripted-store.ts';

const id = '6f0c4a5e-54f3-4d5a-8a0e-3a0f5b1f2c11';
const customerId = 'a1b2c3d4-0000-4000-8000-000000000000';
const hold = (state: string) => answer({ id, state, credits: 20, captured: 0 });
const options = { id, customerId, credits: 20, expiresIn: 60 };

it('captures all after work that returns nothing', async () => {
  const { coffer, sent } = createScriptedClient([hold('open'), hold('captured')]);
  const worked: string[] = [];
  const ended = await coffer.withHold(options, async ({ state }) => {
    worked.push(state);
  });
  expect(worked).toEqual(['open']);
  expect(ended).toMatchObject({ state: 'captured' });
  expect(sent).toEqual([
    {
      method: 'PUT',
      path: `/v1/holds/${id}`,
      body: { customer_id: customerId, credits: 20, expires_in: 60 },
    },
    { method: 'POST', path: `/v1/holds/${id}/capture`, body: {} },
  ]);
});

it('captures as many credits as the work returns, and releases a hold for 0', async () => {
  const some = createScriptedClient([hold('open'), hold('captured')]);
  await some.coffer.withHold(options, () => 13);
  expect(some.sent[1]).toEqual({ method: 'POST', path: `/v1/holds/${id}/capture`, body: { credits: 13 } });
  const none = createScriptedClient([hold('open'), hold('released')]);
  await none.coffer.withHold(options, async () => 0);
  expect(none.sent[1]).toEqual({ method: 'POST', path: `/v1/holds/${id}/release`, body: undefined });
});

it('releases the hold if the work throws, and throws the same even if the release fails', async () => {
  const failure = new Error('the disk is full');
  for (const release of [hold('released'), refuse(404, 'hold-not-found')]) {
    const { coffer, sent } = createScriptedClient([hold('open'), release]);
    const work = () => Promise.reject(failure);
    await expect(coffer.withHold(options, work)).rejects.toBe(failure);
    expect(sent[1]?.path).toBe(`/v1/holds/${id}/release`);
  }
});

it('leaves the hold open if the capture is refused', async () => {
  const { coffer, sent } = createScriptedClient([hold('open'), refuse(422, 'exceeds-hold')]);
  await expect(coffer.withHold(options, () => 21)).rejects.toMatchObject({ code: 'exceeds-hold' });
  expect(sent).toHaveLength(2);
});

it('does not work without a hold, or for one that has ended', async () => {
  const work = () => {
    throw new Error('worked');
  };
  const refused = createScriptedClient([refuse(402, 'insufficient-credits')]);
  await expect(refused.coffer.withHold(options, work)).rejects.toMatchObject({ status: 402 });
  for (const state of ['captured', 'released', 'expired']) {
    const { coffer, sent } = createScriptedClient([hold(state)]);
    await expect(coffer.withHold(options, work)).rejects.toMatchObject({
      status: 409,
      code: `hold-${state}`,
    });
    expect(sent).toHaveLength(1);
  }
});
