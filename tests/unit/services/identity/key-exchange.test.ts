import { beforeEach, describe, expect, it, vi } from 'vitest';
import { modularPower, type Power } from '#services/identity/srp/modular-power.ts';
import { createDevice, email, openTab, password, poolOfFile } from './world.ts';

const seen = { started: 0, ended: 0, asked: [] as Power[] };

class FakeWorker extends EventTarget {
  constructor() {
    super();
    seen.started += 1;
  }

  postMessage(power: Power): void {
    seen.asked.push(power);
    const data = modularPower(power);
    queueMicrotask(() => this.dispatchEvent(Object.assign(new Event('message'), { data })));
  }

  terminate(): void {
    seen.ended += 1;
  }
}

const pool = await poolOfFile();
await pool.admin.createConfirmedUser({ email, password });

describe('the key exchange of a sign-in', () => {
  const { identity } = openTab(pool.endpoint, createDevice());

  beforeEach(() => {
    Object.assign(seen, { started: 0, ended: 0, asked: [] });
    vi.stubGlobal('Worker', FakeWorker);
  });

  it('is computed by a worker that never sees a password and stops with the sign-in', async () => {
    expect(await identity.signIn({ email, password })).toMatchObject({ outcome: 'done' });
    // The three powers are the public value, the password verifier and the shared secret.
    expect(seen.asked).toHaveLength(3);
    for (const sent of seen.asked) expect(Object.keys(sent)).toEqual(['base', 'exponent', 'modulus']);
    expect(seen).toMatchObject({ started: 1, ended: 1 });
  });

  it('stops the prefetched worker if a form needs no password', async () => {
    await identity.prefetch();
    await identity.sendResetCode({ email });
    expect(seen).toMatchObject({ started: 1, ended: 1, asked: [] });
  });
});
