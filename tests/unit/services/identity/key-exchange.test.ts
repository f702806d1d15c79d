import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { modularPower, type Power } from '#services/identity/srp/modular-power.ts';
import { createDevice, email, openTab, password, poolOfFile } from './world.ts';

const seen = { started: 0, ended: 0, asked: [] as Power[], answers: true };

class FakeWorker extends EventTarget {
  constructor() {
    super();
    seen.started += 1;
  }

  postMessage(power: Power): void {
    seen.asked.push(power);
    if (!seen.answers) return;
    const data = modularPower(power);
    queueMicrotask(() => this.dispatchEvent(Object.assign(new Event('message'), { data })));
  }

  terminate(): void {
    seen.ended += 1;
  }
}

const unavailable = { outcome: 'refused', failure: { name: 'unavailable', message: '' } };

const pool = await poolOfFile();
await pool.admin.createConfirmedUser({ email, password });

describe('the key exchange of a sign-in', () => {
  let identity: ReturnType<typeof openTab>['identity'];

  beforeEach(() => {
    Object.assign(seen, { started: 0, ended: 0, asked: [], answers: true });
    vi.stubGlobal('Worker', FakeWorker);
    identity = openTab(pool.endpoint, createDevice()).identity;
  });
  afterEach(() => void vi.unstubAllGlobals());

  it('is computed by a worker that never sees a password, and ends with the sign-in', async () => {
    expect(await identity.signIn({ email, password })).toMatchObject({ outcome: 'done' });
    // The public value, the password verifier and the shared secret.
    expect(seen.asked).toHaveLength(3);
    for (const sent of seen.asked) expect(Object.keys(sent)).toEqual(['base', 'exponent', 'modulus']);
    expect(seen).toMatchObject({ started: 1, ended: 1 });
  });

  it('leaves no worker behind that was started ahead', async () => {
    seen.answers = false;
    const giveUp = new AbortController();
    const answer = identity.signIn({ email, password }, giveUp.signal);
    await expect.poll(() => seen.asked.length).toBe(1);
    await identity.prefetch();
    giveUp.abort();
    await answer;
    expect(seen).toMatchObject({ started: 1, ended: 1 });
  });

  it('ends the worker that was started for a form without a password', async () => {
    await identity.prefetch();
    await identity.sendResetCode({ email });
    expect(seen).toMatchObject({ started: 1, ended: 1, asked: [] });
  });

  it('ends with an aborted sign-in, which the service never sees', async () => {
    seen.answers = false;
    const asked = pool.operations.length;
    const giveUp = new AbortController();
    const answer = identity.signIn({ email, password }, giveUp.signal);
    await expect.poll(() => seen.asked.length).toBe(1);
    giveUp.abort();
    expect(await answer).toEqual(unavailable);
    expect(seen).toMatchObject({ started: 1, ended: 1 });
    expect(pool.operations).toHaveLength(asked);
  });

  it('reports a service as unavailable if it sends no secret block', async () => {
    pool.intercept((operation) =>
      operation === 'InitiateAuth'
        ? Response.json({
            ChallengeName: 'PASSWORD_VERIFIER',
            ChallengeParameters: { USER_ID_FOR_SRP: 'ada', SRP_B: '2', SALT: '2' },
          })
        : null,
    );
    expect(await identity.signIn({ email, password })).toEqual(unavailable);
    expect(seen).toMatchObject({ started: 1, ended: 1 });
    expect(seen.asked).toHaveLength(3);
  });
});
