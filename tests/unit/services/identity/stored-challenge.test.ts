import { randomUUID } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { UserPoolAdmin } from '#local-cognito';
import { appOrigin, clientId, createDevice, openTab, password, poolOfFile } from './world.ts';

type Mfa = Parameters<UserPoolAdmin['setMfa']>[1];

const key = `coffer.${clientId}.challenge`;
const challengePage = `${appOrigin}/login/challenge`;

const pool = await poolOfFile();
afterEach(async () => {
  vi.useRealTimers();
  await pool.admin.reset();
});

const totp = (secret: string): string => TOTP.generate({ secret: Secret.fromBase32(secret) });

const challenged = async (mfa: Mfa, settings = {}) => {
  const email = `ada.${randomUUID()}@example.com`;
  const user = await pool.admin.createConfirmedUser({ email, password, phone: '+15551234567', mfa });
  const [device, tabDevice] = [createDevice(), createDevice()];
  const open = (address = challengePage) =>
    openTab(pool.endpoint, device, { tabDevice, address, settings }).identity;
  const identity = open(`${appOrigin}/login`);
  const answer = await identity.signIn({ email, password });
  if (answer.outcome !== 'challenged') throw new Error(`No challenge, but ${answer.outcome}`);
  return { email, device, tabDevice, open, identity, asked: answer.challenge, secret: user.mfa.secret ?? '' };
};

describe('a challenge, after a reload of its page', () => {
  it.each<[string, Mfa]>([
    ['an authenticator', { factors: ['SOFTWARE_TOKEN_MFA'] }],
    ['a text message', { factors: ['SMS_MFA'] }],
    ['an email', { factors: ['EMAIL_OTP'] }],
    ['a choice', { factors: ['SOFTWARE_TOKEN_MFA', 'EMAIL_OTP'] }],
  ])('is restored: %s', async (_, mfa) => {
    const { open, asked } = await challenged(mfa);
    expect(await open().restore()).toMatchObject({ user: null, challenge: asked });
  });

  it('is restored: an authenticator’s setup, with a new secret, because none is stored', async () => {
    pool.admin.updateSettings({ mfa: 'ON' });
    const { open, asked, tabDevice } = await challenged({ factors: [] });
    const secretOf = (challenge: typeof asked | null) =>
      challenge?.name === 'authenticator-setup' ? challenge.secret : '';
    expect(secretOf(asked)).toMatch(/./);
    expect([...tabDevice.entries.values()].join()).not.toContain(secretOf(asked));
    const again = open();
    const { challenge } = await again.restore();
    expect(challenge).toMatchObject({ name: 'authenticator-setup', secret: expect.stringMatching(/./) });
    expect([...tabDevice.entries.values()].join()).not.toContain(secretOf(challenge));
    const code = totp(secretOf(challenge));
    expect(await again.answerChallenge({ code })).toMatchObject({ outcome: 'done' });
  });

  it('is answered and forgotten; a wrong code keeps it', async () => {
    const { open, tabDevice, secret, email } = await challenged({ factors: ['SOFTWARE_TOKEN_MFA'] });
    const again = open();
    await again.restore();
    expect(await again.answerChallenge({ code: '000000' })).toMatchObject({ outcome: 'refused' });
    expect(tabDevice.entries.has(key)).toBe(true);
    expect(await again.answerChallenge({ code: totp(secret) })).toMatchObject({
      outcome: 'done',
      user: { email },
    });
    expect(tabDevice.entries.has(key)).toBe(false);
  });

  it('stores no password, and nothing that other tabs can see', async () => {
    const { tabDevice, device } = await challenged({ factors: ['EMAIL_OTP'] });
    expect([...tabDevice.entries.values()].join()).not.toContain(password);
    expect(device.entries.size).toBe(0);
  });

  it('is gone once its session has expired, also on an open page', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
    const { open, tabDevice } = await challenged({ factors: ['EMAIL_OTP'] });
    const [entry] = tabDevice.entries;
    vi.advanceTimersByTime(3 * 60_000);
    expect(tabDevice.entries.has(key)).toBe(false);
    if (entry !== undefined) tabDevice.entries.set(...entry);
    expect(await open().restore()).toMatchObject({ challenge: null });
    expect(tabDevice.entries.has(key)).toBe(false);
  });

  it('is gone if a customer has signed in since', async () => {
    const { open, device, tabDevice } = await challenged({ factors: ['EMAIL_OTP'] });
    const other = `grace.${randomUUID()}@example.com`;
    await pool.admin.createConfirmedUser({ email: other, password });
    await openTab(pool.endpoint, device).identity.signIn({ email: other, password });
    expect(await open().restore()).toMatchObject({ user: { email: other }, challenge: null });
    expect(tabDevice.entries.has(key)).toBe(false);
  });

  it('is gone once another page is opened', async () => {
    const { open, tabDevice } = await challenged({ factors: ['EMAIL_OTP'] });
    expect(await open(`${appOrigin}/signup`).restore()).toMatchObject({ challenge: null });
    expect(tabDevice.entries.has(key)).toBe(false);
  });

  it('is not stored if nothing may be stored', async () => {
    const { tabDevice } = await challenged({ factors: ['EMAIL_OTP'] }, { storage: 'memory' });
    expect(tabDevice.entries.size).toBe(0);
  });

  // An earlier version stored Cognito's names.
  const earlier = {
    challenge: { name: 'SMS_MFA', email: 'a', destination: '' },
    username: 'a',
    session: 's',
  };

  it.each(['', '{', 'null', JSON.stringify({ ...earlier, expiresAt: Date.now() + 60_000 })])(
    'counts as absent if %j is stored',
    async (value) => {
      const { open, tabDevice } = await challenged({ factors: ['EMAIL_OTP'] });
      tabDevice.entries.set(key, value);
      expect(await open().restore()).toMatchObject({ user: null, challenge: null });
    },
  );
});
