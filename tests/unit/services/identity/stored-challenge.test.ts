import { randomUUID } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { describe, expect, it, vi } from 'vitest';
import type { UserPoolAdmin } from '#local-cognito';
import { appOrigin, clientId, createDevice, openTab, password, poolOfFile } from './world.ts';

type Mfa = Parameters<UserPoolAdmin['setMfa']>[1];

const key = `coffer.${clientId}.challenge`;
const challengePage = `${appOrigin}/login/challenge`;

const pool = await poolOfFile();

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

describe('a stored challenge', () => {
  it.each<[string, Mfa]>([
    ['an authenticator', { factors: ['SOFTWARE_TOKEN_MFA'] }],
    ['a text message', { factors: ['SMS_MFA'] }],
    ['an email', { factors: ['EMAIL_OTP'] }],
    ['a choice', { factors: ['SOFTWARE_TOKEN_MFA', 'EMAIL_OTP'] }],
  ])('is restored after a reload of its page: %s', async (_, mfa) => {
    const { open, asked } = await challenged(mfa);
    expect(await open().restore()).toMatchObject({ user: null, challenge: asked });
  });

  it('is restored with a new secret for an authenticator’s setup, because no secret is stored', async () => {
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

  it('is removed by a correct answer, but not by a wrong code', async () => {
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

  it('contains no password, and is not visible to other tabs', async () => {
    const { tabDevice, device } = await challenged({ factors: ['EMAIL_OTP'] });
    expect([...tabDevice.entries.values()].join()).not.toContain(password);
    expect(device.entries.size).toBe(0);
  });

  it('is removed once its session has expired, even on an open page', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
    const { open, tabDevice } = await challenged({ factors: ['EMAIL_OTP'] });
    const [entry] = tabDevice.entries;
    vi.advanceTimersByTime(3 * 60_000);
    expect(tabDevice.entries.has(key)).toBe(false);
    if (entry !== undefined) tabDevice.entries.set(...entry);
    expect(await open().restore()).toMatchObject({ challenge: null });
    expect(tabDevice.entries.has(key)).toBe(false);
  });

  it('is removed if a customer has signed in since', async () => {
    const { open, device, tabDevice } = await challenged({ factors: ['EMAIL_OTP'] });
    const other = `grace.${randomUUID()}@example.com`;
    await pool.admin.createConfirmedUser({ email: other, password });
    await openTab(pool.endpoint, device).identity.signIn({ email: other, password });
    expect(await open().restore()).toMatchObject({ user: { email: other }, challenge: null });
    expect(tabDevice.entries.has(key)).toBe(false);
  });

  it('is removed once another page is opened', async () => {
    const { open, tabDevice } = await challenged({ factors: ['EMAIL_OTP'] });
    expect(await open(`${appOrigin}/signup`).restore()).toMatchObject({ challenge: null });
    expect(tabDevice.entries.has(key)).toBe(false);
  });

  it('is kept only in memory if the configuration says so', async () => {
    const { tabDevice } = await challenged({ factors: ['EMAIL_OTP'] }, { storage: 'memory' });
    expect(tabDevice.entries.size).toBe(0);
  });

  // Use Cognito's challenge name, because an earlier version of the app stored such names.
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
