import { randomUUID } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { passkeySignInTexts as texts } from '#texts/passkeys.ts';
import {
  createSoftAuthenticator,
  type Flaws,
} from '../../../../packages/local-services/test/soft-authenticator.ts';
import { Credential, callPool, responseOf, stubBrowser, textOf } from './passkey-browser.ts';
import { createDevice, openTab, password, poolOfFile, refused } from './world.ts';

const pool = await poolOfFile();

const call = (operation: string, parameters: object) => callPool(pool.endpoint, operation, parameters);

/** Creates a customer with a passkey, in a browser that signs with the passkey immediately. */
const customerWithPasskey = async (flaws: Flaws = {}) => {
  const email = `ada.${randomUUID()}@example.com`;
  await pool.admin.createConfirmedUser({ email, password, phone: '+15551234567' });
  const tokens = await call('InitiateAuth', {
    AuthFlow: 'USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME: email, PASSWORD: password },
  });
  const { AccessToken } = tokens.AuthenticationResult;
  const { CredentialCreationOptions } = await call('StartWebAuthnRegistration', { AccessToken });
  const authenticator = createSoftAuthenticator();
  await call('CompleteWebAuthnRegistration', {
    AccessToken,
    Credential: authenticator.register(CredentialCreationOptions),
  });
  stubBrowser({
    get: async ({ publicKey }) => {
      if (publicKey === undefined) throw new Error('No options');
      const options = { challenge: textOf(publicKey.challenge), rpId: publicKey.rpId ?? '' };
      const { id, response } = authenticator.assert(options, flaws);
      return new Credential(id, responseOf('assertion', response));
    },
  });
  const device = createDevice();
  return { email, AccessToken, authenticator, device, ...openTab(pool.endpoint, device) };
};

describe('a sign-in with a passkey', () => {
  it('uses the passkey’s proof once, and keeps the session as a password sign-in does', async () => {
    const { email, identity, device } = await customerWithPasskey();
    expect(await identity.assertPasskey({ email: ` ${email} ` })).toEqual({ outcome: 'done' });
    expect(await identity.answerPasskey()).toMatchObject({ outcome: 'done', user: { email } });
    expect(await identity.accessToken()).toMatch(/^ey/);
    expect([...device.entries.values()].some((value) => value.includes('clientDataJSON'))).toBe(false);
    await expect(identity.answerPasskey()).rejects.toThrow('There is no passkey to sign in with');
    expect(await openTab(pool.endpoint, device).identity.restore()).toMatchObject({ user: { email } });
    expect(await identity.signOut()).toMatchObject({ outcome: 'done' });
  });

  it('remembers the device, and the next sign-in names the device', async () => {
    pool.admin.updateSettings({ deviceTracking: true });
    const { email, identity, device } = await customerWithPasskey();
    for (let round = 0; round < 2; round += 1) {
      await identity.assertPasskey({ email });
      expect(await identity.answerPasskey()).toMatchObject({ outcome: 'done' });
      expect([...device.entries.keys()].filter((key) => key.endsWith('.deviceKey'))).toHaveLength(1);
      await identity.signOut();
    }
    expect(pool.operations).toContain('ConfirmDevice');
  });

  it('needs an email', async () => {
    const { identity } = openTab(pool.endpoint, createDevice());
    expect(await identity.assertPasskey({ email: ' ' })).toEqual(
      refused('field-empty', 'Username cannot be empty'),
    );
  });

  it.each([
    ['InvalidParameterException', 'passkeys-off', texts.off],
    ['PasswordResetRequiredException', 'passkey-refused', texts.passwordFirst],
    ['UserNotConfirmedException', 'passkey-refused', texts.passwordFirst],
    ['NotAuthorizedException', 'not-authorized', 'No.'],
  ])('explains the user pool’s %s', async (exception, name, message) => {
    const { identity } = openTab(pool.endpoint, createDevice());
    pool.refuse('InitiateAuth', exception);
    expect(await identity.assertPasskey({ email: 'ada@example.com' })).toEqual(refused(name, message));
  });

  it.each([
    ['NotAllowedError', 0, 'passkey-canceled', texts.canceled],
    ['NotAllowedError', 180_000, 'passkey-timed-out', texts.timedOut],
    ['SecurityError', 0, 'passkey-misplaced', texts.misplaced],
  ])('explains the browser’s %s after %i ms', async (error, elapsed, name, message) => {
    const { email, identity } = await customerWithPasskey();
    const now = vi.spyOn(performance, 'now');
    stubBrowser({
      async get() {
        now.mockReturnValue(performance.now() + elapsed);
        throw new DOMException('No.', error);
      },
    });
    expect(await identity.assertPasskey({ email })).toEqual(refused(name, message));
  });

  it('distinguishes a sign-in that took too long from a passkey that is not accepted', async () => {
    const { email, identity } = await customerWithPasskey();
    await identity.assertPasskey({ email });
    pool.clock.aheadBy = 180_000;
    expect(await identity.answerPasskey()).toEqual(refused('passkey-refused', texts.expired));
    const other = await customerWithPasskey({ origin: 'https://other.example' });
    await other.identity.assertPasskey({ email: other.email });
    expect(await other.identity.answerPasskey()).toEqual(refused('passkey-refused', texts.refused));
  });
});
