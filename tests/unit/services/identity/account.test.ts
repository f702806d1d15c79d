import { beforeEach, describe, expect, it } from 'vitest';
import { createDevice, email, openTab, password, poolOfFile, refused } from './world.ts';

const registration = { email, password, firstName: ' Ada ', lastName: 'Lovelace', phone: '+15551234567' };
const done = { outcome: 'done' };

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
    expect(await identity.confirmEmail({ email, code: '000000' })).toEqual(refused('code-mismatch'));
    expect(await identity.sendVerificationCode({ email })).toMatchObject({
      outcome: 'done',
      sentAt: expect.any(Number),
    });
    expect(await identity.confirmEmail({ email, code: ` ${pool.codeFor(email)} ` })).toMatchObject(done);

    const answer = await identity.signIn({ email, password });
    const names = { firstName: 'Ada', lastName: 'Lovelace' };
    const user = { id: expect.any(String), email, phone: '+15551234567', ...names };
    expect(answer).toEqual({ ...done, user });
    expect((await identity.accessToken()).split('.')).toHaveLength(3);
    expect(tab.events).toEqual([]);
  });

  it('composes the characters of a new password, and tries an older one once as it is typed', async () => {
    const { identity } = tab;
    const countSignIns = async (typed: string) => {
      const before = pool.operations.filter((asked) => asked === 'InitiateAuth').length;
      const { outcome } = await identity.signIn({ email, password: typed });
      return [outcome, pool.operations.filter((asked) => asked === 'InitiateAuth').length - before];
    };
    const [composed, decomposed] = ['Caf\u00e9-horse1!', 'Cafe\u0301-horse1!'];
    const email = 'accents@example.com';
    await identity.signUp({ ...registration, email, password: decomposed });
    await identity.confirmEmail({ email, code: pool.codeFor(email) });
    for (const typed of [composed, decomposed]) expect(await countSignIns(typed)).toEqual(['done', 1]);
    expect(await countSignIns('Caf\u00e9-mouse1!')).toEqual(['refused', 1]);
    expect(await countSignIns('Cafe\u0301-mouse1!')).toEqual(['refused', 2]);

    await identity.sendResetCode({ email });
    const code = pool.codeFor(email);
    expect(await identity.resetPassword({ email, code, password: `${decomposed}2` })).toMatchObject(done);
    expect(await countSignIns(`${composed}2`)).toEqual(['done', 1]);

    await pool.admin.createConfirmedUser({ email: 'old@example.com', password: decomposed });
    const old = { email: 'old@example.com', password: decomposed };
    expect(await identity.signIn(old)).toMatchObject(done);
    const { authenticator } = await identity.loadSecurity();
    expect(await authenticator.turnOff(old)).not.toMatchObject({ failure: { name: 'not-authorized' } });
    expect(await authenticator.turnOff({ password: composed })).toEqual(refused('not-authorized'));
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
      ].map((message) => refused('field-empty', message)),
    );
    expect(pool.operations).toHaveLength(asked);
  });

  it('can’t be signed in after a 500, and gets the user pool’s message', async () => {
    const message = 'Something went wrong';
    pool.intercept(() => Response.json({ __type: 'InternalErrorException', message }, { status: 500 }));
    expect(await tab.identity.signIn({ email, password })).toEqual(refused('unavailable', message));
  });

  it('is not signed in by a response after the time limit', async () => {
    await pool.admin.createConfirmedUser({ email: 'late@example.com', password });
    const device = createDevice();
    const hasty = openTab(pool.endpoint, device, { limit: 1 });
    expect(await hasty.identity.signIn({ email: 'late@example.com', password })).toEqual(
      refused('unavailable'),
    );
    expect(await openTab(pool.endpoint, device).identity.restore()).toMatchObject({ user: null });
  });
});
