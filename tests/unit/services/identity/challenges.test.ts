import { randomUUID } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import type { UserPoolAdmin } from '#local-cognito';
import type { SignInChallenge, SignInResult } from '#machines/account/auth.types.ts';
import { createDevice, type Device, openTab, password, poolOfFile, refused } from './world.ts';

const pool = await poolOfFile();

const step = 30_000;
const newPassword = 'Difference-1822?';
const wrongCode = '000000';

const customerWith = async (mfa: Parameters<UserPoolAdmin['setMfa']>[1], device = createDevice()) => {
  const email = `ada.${randomUUID()}@example.com`;
  const user = await pool.admin.createConfirmedUser({ email, password, phone: '+15551234567', mfa });
  const tab = openTab(pool.endpoint, device);
  return {
    email,
    secret: user.mfa.secret ?? '',
    identity: tab.identity,
    device,
    signIn: () => tab.identity.signIn({ email, password }),
    codeSent: () => pool.codeFor(email),
  };
};

const totp = (secret: string, steps = 0): string =>
  TOTP.generate({
    secret: Secret.fromBase32(secret),
    timestamp: Date.now() + pool.clock.aheadBy + steps * step,
  });

const challengeOf = (answer: SignInResult): SignInChallenge => {
  if (answer.outcome !== 'challenged') throw new Error(`No challenge, but ${JSON.stringify(answer)}`);
  return answer.challenge;
};

const done = { outcome: 'done', user: expect.objectContaining({ id: expect.any(String) }) };
const ended = refused('not-authorized', 'Invalid session for the user, session is expired.');
const sessionIn = ({ entries }: Device) => [...entries.keys()].filter((key) => key.endsWith('.accessToken'));

describe('a second factor', () => {
  it.each(['authenticator-code', 'text-message-code', 'email-code'] as const)(
    'can be chosen as %s if there are several',
    async (factor) => {
      const customer = await customerWith({ factors: ['SMS_MFA', 'SOFTWARE_TOKEN_MFA', 'EMAIL_OTP'] });
      const { email, secret, signIn, identity, codeSent } = customer;
      expect(challengeOf(await signIn())).toEqual({
        name: 'factor-choice',
        email,
        factors: ['authenticator-code', 'text-message-code', 'email-code'],
      });
      expect(challengeOf(await identity.answerChallenge({ factor }))).toEqual({
        name: factor,
        email,
        ...(factor === 'text-message-code' && { destination: '+*******4567' }),
        ...(factor === 'email-code' && { destination: expect.stringMatching(/^a\*+@e\*+$/) }),
      });
      const code = factor === 'authenticator-code' ? totp(secret) : codeSent();
      expect(await identity.answerChallenge({ code })).toEqual(done);
    },
  );

  it('is set up on a device, which is then remembered', async () => {
    pool.admin.updateSettings({ mfa: 'ON', deviceTracking: true, rememberedDevicesSkipMfa: false });
    const { signIn, identity, device } = await customerWith({ factors: [] });
    const challenge = challengeOf(await signIn());
    if (challenge.name !== 'authenticator-setup') throw new Error(challenge.name);
    expect(await identity.answerChallenge({ code: totp(challenge.secret) })).toEqual(done);
    expect([...device.entries.keys()].some((key) => key.endsWith('.deviceKey'))).toBe(true);
    const refusedToken = await identity.accessToken();
    expect(await identity.accessToken({ refused: refusedToken })).not.toBe(refusedToken);
  });
});

describe('a new password', () => {
  it('is followed by a second factor if the user has one', async () => {
    const { email, secret, signIn, identity } = await customerWith({ factors: ['SOFTWARE_TOKEN_MFA'] });
    await pool.admin.requireNewPassword(email);
    expect(challengeOf(await signIn()).name).toBe('new-password');
    const answer = { password: newPassword, attributes: {} };
    expect(challengeOf(await identity.answerChallenge(answer)).name).toBe('authenticator-code');
    expect(await identity.answerChallenge({ code: totp(secret) })).toEqual(done);
  });
});

describe('a remembered device', () => {
  const trusting = { deviceTracking: true } as const;

  it('is proven after the code if the device does not replace the code', async () => {
    pool.admin.updateSettings({ ...trusting, rememberedDevicesSkipMfa: false });
    const { signIn, identity, codeSent, device } = await customerWith({ factors: ['EMAIL_OTP'] });
    await signIn();
    expect(await identity.answerChallenge({ code: codeSent() })).toEqual(done);
    await identity.signOut();
    await signIn();
    const proofs: unknown[] = [];
    pool.intercept(async (_operation, request) => {
      const { ChallengeName, ChallengeResponses } = await request.clone().json();
      proofs.push([ChallengeName, ChallengeResponses.DEVICE_KEY]);
      return null;
    });
    expect(await identity.answerChallenge({ code: codeSent() })).toEqual(done);
    pool.intercept(() => null);
    const [, key] = [...device.entries].find(([name]) => name.endsWith('.deviceKey')) ?? [];
    expect(key).toMatch(/./);
    expect(proofs).toEqual([
      ['EMAIL_OTP', key],
      ['DEVICE_SRP_AUTH', key],
      ['DEVICE_PASSWORD_VERIFIER', key],
    ]);
    const refusedToken = await identity.accessToken();
    expect(await identity.accessToken({ refused: refusedToken })).not.toBe(refusedToken);
  });

  it('does not stop a sign-in if the pool forgets the device before the code is entered', async () => {
    pool.admin.updateSettings({ ...trusting, rememberedDevicesSkipMfa: false });
    const { email, signIn, identity, codeSent, device } = await customerWith({ factors: ['EMAIL_OTP'] });
    const keyOf = () => [...device.entries].find(([name]) => name.endsWith('.deviceKey'))?.[1];
    await signIn();
    await identity.answerChallenge({ code: codeSent() });
    const forgotten = keyOf();
    await identity.signOut();
    await signIn();
    await pool.admin.forgetDevices(email);
    expect(await identity.answerChallenge({ code: codeSent() })).toEqual(done);
    expect(forgotten).toMatch(/./);
    expect(keyOf()).not.toBe(forgotten);
  });
});

describe('an answer to a challenge', () => {
  it('is not sent if it is empty', async () => {
    const { email, signIn, identity } = await customerWith({ factors: ['SMS_MFA'] });
    const empty = refused('field-empty', 'Challenge response cannot be empty');
    await signIn();
    pool.operations.length = 0;
    expect(await identity.answerChallenge({ code: ' ' })).toEqual(empty);
    expect(pool.operations).toEqual([]);
    await pool.admin.requireNewPassword(email);
    await signIn();
    pool.operations.length = 0;
    expect(await identity.answerChallenge({ password: '', attributes: {} })).toEqual(empty);
    expect(await identity.answerChallenge({ password: newPassword, attributes: { name: ' ' } })).toEqual(
      empty,
    );
    expect(pool.operations).toEqual([]);
  });

  it('is refused once the code or the sign-in has expired', async () => {
    const { signIn, identity, codeSent } = await customerWith({ factors: ['EMAIL_OTP'] });
    pool.admin.updateSettings({ signInCodeSeconds: 60 });
    await signIn();
    pool.clock.aheadBy = 61_000;
    expect(await identity.answerChallenge({ code: codeSent() })).toEqual(
      refused('code-expired', 'Invalid code provided, please request a code again.'),
    );
    pool.clock.aheadBy = 181_000;
    expect(await identity.answerChallenge({ code: codeSent() })).toEqual(ended);
  });

  it('is refused while the user pool is unavailable, and works later', async () => {
    const { secret, signIn, identity } = await customerWith({ factors: ['SOFTWARE_TOKEN_MFA'] });
    await signIn();
    pool.intercept(() => new Response('<html></html>', { status: 502 }));
    const code = totp(secret);
    expect(await identity.answerChallenge({ code })).toEqual(refused('unavailable', ''));
    pool.intercept(() => null);
    expect(await identity.answerChallenge({ code })).toEqual(done);
  });
});

describe('a challenge', () => {
  it.each(['CUSTOM_CHALLENGE', 'SOMETHING_NEW'])('without a screen is reported as %s', async (challenge) => {
    const { signIn } = await customerWith({ factors: [] });
    const reply = { ChallengeName: challenge, ChallengeParameters: {}, Session: 'session' };
    pool.reply('RespondToAuthChallenge', reply);
    expect(await signIn()).toEqual(
      refused('challenge-unsupported', new RegExp(`not supported here: ${challenge}$`)),
    );
  });

  it('is unsupported if it sets up a factor other than an authenticator app', async () => {
    const { signIn } = await customerWith({ factors: [] });
    pool.admin.updateSettings({ mfa: 'ON', mfaFactors: ['SMS_MFA'] });
    expect(await signIn()).toEqual(refused('challenge-unsupported', /MFA_SETUP$/));
  });

  it.each<[string, object]>([
    ['without a session', { ChallengeName: 'SMS_MFA', ChallengeParameters: {} }],
    ['to choose from nothing', { ChallengeName: 'SELECT_MFA_TYPE', Session: 's', ChallengeParameters: {} }],
    [
      'to choose from unknown factors',
      {
        ChallengeName: 'SELECT_MFA_TYPE',
        Session: 's',
        ChallengeParameters: { MFAS_CAN_CHOOSE: '["PIGEON"]' },
      },
    ],
    [
      'to choose from an unreadable list',
      { ChallengeName: 'SELECT_MFA_TYPE', Session: 's', ChallengeParameters: { MFAS_CAN_CHOOSE: '[' } },
    ],
  ])('%s is unsupported', async (_, reply) => {
    const { signIn } = await customerWith({ factors: [] });
    pool.reply('RespondToAuthChallenge', reply);
    expect(await signIn()).toEqual(refused('challenge-unsupported', /not supported here/));
  });

  it('omits attributes that only the user pool sets, and a code’s unknown destination', async () => {
    const { email, signIn } = await customerWith({ factors: [] });
    const meets = async (name: string, ChallengeParameters: object | null) => {
      pool.reply('RespondToAuthChallenge', { ChallengeName: name, Session: 's', ChallengeParameters });
      return challengeOf(await signIn());
    };
    const requiredAttributes = '["userAttributes.name","userAttributes.email_verified"]';
    expect(await meets('NEW_PASSWORD_REQUIRED', { requiredAttributes })).toEqual({
      name: 'new-password',
      email,
      missingAttributes: ['name'],
    });
    expect(await meets('SMS_MFA', null)).toEqual({ name: 'text-message-code', email, destination: '' });
  });

  it('can’t be answered after forgetChallenge or after its sign-in was aborted', async () => {
    const { signIn, identity, email } = await customerWith({ factors: ['SMS_MFA'] });
    await signIn();
    identity.forgetChallenge();
    await expect(identity.answerChallenge({ code: wrongCode })).rejects.toThrow('no challenge');
    const giveUp = new AbortController();
    const signingIn = identity.signIn({ email, password }, giveUp.signal);
    giveUp.abort();
    expect(await signingIn).toEqual(refused('unavailable', ''));
    await expect(identity.answerChallenge({ code: wrongCode })).rejects.toThrow('no challenge');
  });

  it('signs no one in if answering is aborted', async () => {
    const { signIn, identity, device, secret } = await customerWith({ factors: ['SOFTWARE_TOKEN_MFA'] });
    await signIn();
    const giveUp = new AbortController();
    const answering = identity.answerChallenge({ code: totp(secret) }, giveUp.signal);
    giveUp.abort();
    expect(await answering).toEqual(refused('unavailable', ''));
    expect(sessionIn(device)).toEqual([]);
  });

  it('can follow a sign-in that waited for its verification link', async () => {
    pool.admin.updateSettings({ verification: 'link' });
    const email = `grace.${randomUUID()}@example.com`;
    const { identity } = openTab(pool.endpoint, createDevice(), { settings: { verification: 'link' } });
    const registration = { email, password, firstName: '', lastName: '', phone: '+15551234567' };
    expect(await identity.signUp(registration)).toMatchObject({ outcome: 'done', verification: 'link' });
    expect(await identity.repeatSignIn()).toMatchObject({ outcome: 'unconfirmed' });
    const { link = '' } = pool.admin.mail(email)[0] ?? {};
    const { pathname, search } = new URL(link);
    await fetch(new URL(`${pathname}${search}`, pool.endpoint));
    await pool.admin.setMfa(email, { factors: ['EMAIL_OTP'] });
    expect(challengeOf(await identity.repeatSignIn())).toMatchObject({ name: 'email-code', email });
    expect(await identity.answerChallenge({ code: pool.codeFor(email) })).toEqual(done);
  });
});
