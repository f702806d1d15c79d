import { beforeEach, describe, expect, it } from 'vitest';
import { createDevice, openTab, password, poolOfFile, refused, registrationOf, someone } from './world.ts';

const exception = (name: string) => Response.json({ __type: name, message: 'No.' }, { status: 400 });

const pool = await poolOfFile();

describe('an account in an unusual state', () => {
  let tab: ReturnType<typeof openTab>;

  beforeEach(() => {
    tab = openTab(pool.endpoint, createDevice());
  });

  const loseAnswers = (count: number, lost: () => Response) => {
    let left = count;
    pool.intercept(async (operation, request) => {
      if (operation !== 'SignUp' || left === 0) return null;
      left -= 1;
      await pool.answer(request);
      return lost();
    });
  };

  it.each([
    ['a proxy’s error page', () => new Response('<h1>Bad Gateway</h1>', { status: 502 })],
    ['an unknown error', () => Response.json({ __type: 'InternalErrorException' }, { status: 500 })],
    ['an unreadable body', () => new Response('<')],
  ])('is known to be unconfirmed if its sign-up got %s', async (_, lost) => {
    const email = someone();
    loseAnswers(1, lost);
    expect(await tab.identity.signUp(registrationOf(` ${email} `))).toEqual({
      outcome: 'done',
      email,
      verification: 'code',
      waiting: 'answer-lost',
    });
    expect(pool.admin.mail(email)).toHaveLength(1);
  });

  it('is remembered by its tab at the next sign-up if no response arrived', async () => {
    const email = someone();
    loseAnswers(2, () => new Response('<'));
    expect(await tab.identity.signUp(registrationOf(email))).toEqual(refused('unavailable'));
    const other = openTab(pool.endpoint, createDevice());
    expect(await other.identity.signUp(registrationOf(email))).toEqual(refused('username-exists'));
    expect(await tab.identity.signUp(registrationOf(email))).toMatchObject({
      outcome: 'done',
      waiting: 'answer-lost',
    });
  });

  it('is forgotten after a sign-up without a response once a customer has signed in', async () => {
    const [email, customer] = [someone(), someone()];
    await pool.admin.createConfirmedUser({ email: customer, password });
    loseAnswers(1, () => new Response('<'));
    expect(await tab.identity.signUp(registrationOf(email))).toMatchObject({ waiting: 'answer-lost' });
    await tab.identity.signIn({ email: customer, password });
    expect(await tab.identity.signUp(registrationOf(email))).toEqual(refused('username-exists'));
  });

  it('is created at the second try if the first request never arrived', async () => {
    const email = someone();
    let lost = false;
    pool.intercept((operation) => {
      if (operation !== 'SignUp' || lost) return null;
      lost = true;
      return new Response('', { status: 503 });
    });
    expect(await tab.identity.signUp(registrationOf(email))).toMatchObject({ outcome: 'done', email });
  });

  it('must set a new password with the code after an operator’s reset', async () => {
    const email = someone();
    await pool.admin.createConfirmedUser({ email, password });
    await tab.identity.signIn({ email, password });
    await pool.admin.resetPassword(email);
    expect(await tab.identity.signIn({ email, password })).toEqual({
      outcome: 'reset-required',
      email,
      message: 'Password reset required for the user',
    });
    expect(pool.admin.mail(email)).toHaveLength(1);
    const changed = 'Another-pass2!';
    const code = pool.codeFor(email);
    expect(await tab.identity.resetPassword({ email, code, password: changed })).toMatchObject({
      outcome: 'done',
    });
    expect(await tab.identity.signIn({ email, password: changed })).toMatchObject({ outcome: 'done' });
  });

  it.each([
    ...['NotAuthorizedException', 'PasswordResetRequiredException'],
    ...['UserNotFoundException', 'UserNotConfirmedException'],
  ])('ends the session if its refresh fails with %s', async (name) => {
    const email = someone();
    await pool.admin.createConfirmedUser({ email, password });
    await tab.identity.signIn({ email, password });
    const token = await tab.identity.accessToken();
    pool.intercept((operation) => (operation === '' ? null : exception(name)));
    await expect(tab.identity.accessToken({ refused: token })).rejects.toThrow('revoked or has expired');
    expect(tab.events).toEqual([{ type: 'session.ended' }]);
  });
});
