import { beforeEach, describe, expect, it } from 'vitest';
import { createDevice, email, openTab, password, poolOfFile } from './world.ts';

const registration = { email, password, firstName: ' Ada ', lastName: 'Lovelace', phone: '+15551234567' };

const pool = await poolOfFile();

describe('an account', () => {
  let tab: ReturnType<typeof openTab>;

  beforeEach(() => {
    tab = openTab(pool.endpoint, createDevice());
  });

  it('can be signed up, verified and signed in', async () => {
    const { identity } = tab;
    const email = 'new@example.com';
    expect(await identity.signUp({ ...registration, email: ` ${email} ` })).toEqual({
      outcome: 'done',
      email,
      verification: 'code',
      waiting: null,
    });
    expect(await identity.signIn({ email, password })).toEqual({
      outcome: 'unconfirmed',
      email,
      verification: 'code',
      message: 'User is not confirmed.',
    });
    await expect(identity.repeatSignIn(new AbortController().signal)).rejects.toThrow('no credentials');
    expect(await identity.confirmEmail({ email, code: '000000' })).toMatchObject({
      outcome: 'refused',
      failure: { name: 'code-mismatch' },
    });
    expect(await identity.sendVerificationCode({ email })).toMatchObject({
      outcome: 'done',
      sentAt: expect.any(Number),
    });
    expect(await identity.confirmEmail({ email, code: ` ${pool.codeFor(email)} ` })).toMatchObject({
      outcome: 'done',
    });

    const answer = await identity.signIn({ email, password });
    const user = {
      id: expect.any(String),
      email,
      phone: '+15551234567',
      firstName: 'Ada',
      lastName: 'Lovelace',
    };
    expect(answer).toEqual({ outcome: 'done', user });
    expect((await identity.accessToken()).split('.')).toHaveLength(3);
    expect(tab.events).toEqual([]);
  });

  it('sends nothing if a field is empty', async () => {
    const asked = pool.operations.length;
    const failures = await Promise.all([
      tab.identity.signIn({ email: ' ', password }),
      tab.identity.signIn({ email, password: '' }),
      tab.identity.confirmEmail({ email, code: ' ' }),
      tab.identity.resetPassword({ email, code: '', password: '' }),
    ]);
    expect(failures).toEqual(
      [
        'Username cannot be empty',
        'Password cannot be empty',
        'Confirmation code cannot be empty',
        'Password cannot be empty',
      ].map((message) => ({ outcome: 'refused', failure: { name: 'field-empty', message } })),
    );
    expect(pool.operations).toHaveLength(asked);
  });

  it('can’t be signed in after a 500, and gets the user pool’s message', async () => {
    const message = 'Something went wrong';
    pool.intercept(() => Response.json({ __type: 'InternalErrorException', message }, { status: 500 }));
    expect(await tab.identity.signIn({ email, password })).toEqual({
      outcome: 'refused',
      failure: { name: 'unavailable', message },
    });
  });

  it('is not signed in by a response after the time limit', async () => {
    await pool.admin.createConfirmedUser({ email: 'late@example.com', password });
    const device = createDevice();
    const hasty = openTab(pool.endpoint, device, { limit: 1 });
    expect(await hasty.identity.signIn({ email: 'late@example.com', password })).toMatchObject({
      outcome: 'refused',
      failure: { name: 'unavailable' },
    });
    expect(await openTab(pool.endpoint, device).identity.restore()).toMatchObject({ user: null });
  });
});
