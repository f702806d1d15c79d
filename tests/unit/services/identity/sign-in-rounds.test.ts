import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDevice, openTab, startPool } from './world.ts';

/** `SRP_ROUNDS` makes a longer run. */
const { SRP_ROUNDS = '5' } = process.env;
const rounds = Number(SRP_ROUNDS);

let pool: Awaited<ReturnType<typeof startPool>>;
beforeAll(async () => {
  pool = await startPool();
});
afterAll(() => pool.stop());

it(`signs in ${rounds} users, each with a password of its own`, { timeout: rounds * 10_000 }, async () => {
  for (let round = 0; round < rounds; round += 1) {
    const person = {
      email: `user${round}@example.com`,
      password: `Aa1!${randomBytes(12).toString('base64')}é🙂${round}`,
    };
    await pool.admin.createConfirmedUser(person);
    const { identity } = openTab(pool.endpoint, createDevice());
    expect(await identity.signIn(person)).toMatchObject({
      outcome: 'done',
      user: { email: person.email },
    });
  }
});
