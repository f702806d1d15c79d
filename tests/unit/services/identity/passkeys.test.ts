import { randomUUID } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { passkeyRegistrationTexts as texts } from '#texts/passkeys.ts';
import { createSoftAuthenticator } from '../../../../packages/local-services/test/soft-authenticator.ts';
import { Credential, responseOf, stubBrowser, textOf } from './passkey-browser.ts';
import { createDevice, openTab, password, poolOfFile, refused } from './world.ts';

const pool = await poolOfFile();

/** Returns the `create` of a browser that creates passkeys immediately. */
const creating =
  (toCredential: (id: string, response: object) => unknown, authenticator = createSoftAuthenticator()) =>
  async ({ publicKey }: CredentialCreationOptions) => {
    if (publicKey === undefined) throw new Error('No options');
    const options = { challenge: textOf(publicKey.challenge), rp: { id: publicKey.rp.id ?? '' } };
    const { id, response } = authenticator.register(options);
    return toCredential(id, responseOf('attestation', response));
  };

const stubCreation = (attachment: 'platform' | 'cross-platform' = 'platform') =>
  stubBrowser({
    create: async (options) => creating((id, response) => new Credential(id, response, attachment))(options),
  });

/** Stubs a browser whose prompt stays open until it is aborted. Resolves with its signal. */
const stubPrompt = () =>
  new Promise<AbortSignal | undefined>((resolve) =>
    stubBrowser({
      create: ({ signal }) => {
        resolve(signal);
        return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
      },
    }),
  );

const signedIn = async () => {
  const email = `ada.${randomUUID()}@example.com`;
  await pool.admin.createConfirmedUser({ email, password });
  const device = createDevice();
  const { identity } = openTab(pool.endpoint, device);
  await identity.signIn({ email, password });
  const { loadPasskeys } = await identity.loadSecurity();
  return { email, device, identity, passkeys: await loadPasskeys() };
};

const done = { outcome: 'done' };
const saved = { outcome: 'done', needsCode: false };

describe('the passkey offer', () => {
  it('appears once after each sign-in with a password', async () => {
    const { email, identity } = await signedIn();
    const { consumePasskeyOffer } = await identity.loadSecurity();
    expect([consumePasskeyOffer(), consumePasskeyOffer()]).toEqual([true, false]);
    await identity.signIn({ email, password });
    expect([consumePasskeyOffer(), consumePasskeyOffer()]).toEqual([true, false]);
  });

  it('does not appear if sign-in asks for a code, since the pool would refuse the passkey', async () => {
    const { email, identity } = await signedIn();
    pool.admin.setMfa(email, { factors: ['SOFTWARE_TOKEN_MFA'] });
    expect(await identity.signIn({ email, password })).toMatchObject({ outcome: 'challenged' });
    expect((await identity.loadSecurity()).consumePasskeyOffer()).toBe(false);
  });
});

describe('a customer’s passkeys', () => {
  it('can be added, and are listed newest first; the device recognizes its own', async () => {
    const { passkeys, device, identity } = await signedIn();
    expect(await passkeys.list()).toEqual({ outcome: 'done', passkeys: [] });
    for (const attachment of ['platform', 'cross-platform'] as const) {
      stubCreation(attachment);
      expect(await passkeys.create()).toEqual(done);
      expect(await passkeys.save()).toEqual(saved);
      pool.clock.aheadBy += 1_000;
    }
    const list = await passkeys.list();
    if (list.outcome !== 'done') throw new Error(list.failure.name);
    const [key, own] = list.passkeys;
    expect(key).toMatchObject({ name: 'Security key', isSecurityKey: true, here: false });
    expect(own).toMatchObject({ name: 'Passkey', isSecurityKey: false, here: true });
    expect(own?.addedAt).toBeCloseTo(Date.now(), -5);
    expect([...device.entries.values()].some((value) => value.includes('clientDataJSON'))).toBe(false);

    await identity.signOut();
    expect([...device.entries.entries()].find(([name]) => name.endsWith('.passkeys'))?.[1]).toBe(
      JSON.stringify([own?.id]),
    );
  });

  it('are removed with the password if needed; a missing passkey counts as removed', async () => {
    const { passkeys, device } = await signedIn();
    stubCreation();
    await passkeys.create();
    await passkeys.save();
    const list = await passkeys.list();
    const id = (list.outcome === 'done' && list.passkeys[0]?.id) || '';
    for (const [typed, name, message] of [
      ['', 'field-empty', 'Password cannot be empty'],
      ['Wrong-horse1!', 'not-authorized', 'Incorrect username or password.'],
      // Send no password, like a tab that still lists other passkeys.
      [null, 'field-empty', 'Password cannot be empty'],
    ] as const)
      expect(await passkeys.remove({ id, password: typed })).toEqual(refused(name, message));
    expect(pool.operations).not.toContain('DeleteWebAuthnCredential');
    expect(await passkeys.remove({ id, password })).toEqual(done);
    expect(await passkeys.list()).toEqual({ outcome: 'done', passkeys: [] });
    expect(await passkeys.remove({ id, password: null })).toEqual(done);
    expect([...device.entries.keys()].some((name) => name.endsWith('.passkeys'))).toBe(false);
  });

  it('are signaled to the browser after a removal, whatever it replies', async () => {
    const { passkeys } = await signedIn();
    stubCreation();
    await passkeys.create();
    await passkeys.save();
    const signal = vi.fn(() => Promise.reject(new Error('No.')));
    vi.stubGlobal('PublicKeyCredential', { signalAllAcceptedCredentials: signal });
    expect(await passkeys.remove({ id: 'gone', password })).toEqual(done);
    const list = await passkeys.list();
    const ids = list.outcome === 'done' ? list.passkeys.map(({ id }) => id) : [];
    expect(ids).toHaveLength(1);
    const owner = { rpId: expect.any(String), userId: expect.stringMatching(/./) };
    const accepted = { ...owner, allAcceptedCredentialIds: ids };
    await vi.waitFor(() => expect(signal).toHaveBeenCalledExactlyOnceWith(accepted));
  });

  it('replace the sign-in code if the pool accepts a passkey as both factors', async () => {
    const { email, identity, passkeys } = await signedIn();
    pool.admin.setMfa(email, { factors: ['SOFTWARE_TOKEN_MFA'] });
    const challengeOf = async () => {
      const answer = await identity.assertPasskey({ email });
      return answer.outcome === 'refused' ? answer.failure.name : answer.outcome;
    };
    stubCreation();
    await passkeys.create();
    expect(await passkeys.save()).toEqual({ outcome: 'done', needsCode: true });
    expect(await challengeOf()).toBe('passkey-missing');
    pool.admin.updateSettings({ passkeyFactor: 'MULTI_FACTOR_WITH_USER_VERIFICATION' });
    expect(await passkeys.replaceCode()).toEqual(saved);
    stubBrowser({ get: () => Promise.reject(new DOMException('No.', 'NotAllowedError')) });
    expect(await challengeOf(), 'the service asks for the passkey').toBe('passkey-canceled');
  });

  it('explain why the browser refused a request', async () => {
    const { passkeys } = await signedIn();
    const now = vi.spyOn(performance, 'now');
    for (const [error, elapsed, name, message] of [
      ['InvalidStateError', 0, 'passkey-present', texts.present],
      ['NotAllowedError', 0, 'passkey-canceled', texts.canceled],
      ['NotAllowedError', 60_000, 'passkey-timed-out', texts.timedOut],
      ['SecurityError', 0, 'passkey-misplaced', texts.misplaced],
      ['NotSupportedError', 0, 'passkey-unsupported', texts.unsupported],
      ['ConstraintError', 0, 'passkey-unsupported', texts.unsupported],
    ] as const) {
      stubBrowser({
        async create() {
          now.mockReturnValue(performance.now() + elapsed);
          throw new DOMException('No.', error);
        },
      });
      expect(await passkeys.create()).toEqual(refused(name, message));
      now.mockReset();
    }
    now.mockRestore();
    await expect(passkeys.save()).rejects.toThrow('There is no passkey to save');
  });

  it('explain why the user pool refused a request', async () => {
    const { passkeys } = await signedIn();
    stubCreation();
    const add = async () => {
      const created = await passkeys.create();
      return created.outcome === 'done' ? passkeys.save() : created;
    };
    for (const [operation, exception, name, message] of [
      ['ListWebAuthnCredentials', 'NotEnabled', 'passkeys-off', texts.off],
      ['StartWebAuthnRegistration', 'NotEnabled', 'passkeys-off', texts.off],
      ['StartWebAuthnRegistration', 'ConfigurationMissing', 'passkeys-off', texts.off],
      ['CompleteWebAuthnRegistration', 'ChallengeNotFound', 'passkey-timed-out', texts.timedOut],
      ['CompleteWebAuthnRegistration', 'RelyingPartyMismatch', 'passkey-misplaced', texts.misplaced],
      ['CompleteWebAuthnRegistration', 'OriginNotAllowed', 'passkey-misplaced', texts.misplaced],
      ['CompleteWebAuthnRegistration', 'ClientMismatch', 'passkey-misplaced', texts.misplaced],
      ['CompleteWebAuthnRegistration', 'CredentialNotSupported', 'passkey-unsupported', texts.unsupported],
    ] as const) {
      pool.refuse(operation, `WebAuthn${exception}Exception`);
      const answer = operation === 'ListWebAuthnCredentials' ? await passkeys.list() : await add();
      expect(answer, exception).toEqual(refused(name, message));
    }
    pool.intercept(() => null);
    for (let added = 0; added < 20; added += 1) expect(await add()).toEqual(saved);
    expect(await add()).toEqual(refused('limit-exceeded', texts.limit));
  });

  it('close the browser’s prompt if the signal is aborted', async () => {
    const { passkeys } = await signedIn();
    const leaving = new AbortController();
    const asked = stubPrompt();
    const creation = passkeys.create(leaving.signal);
    expect((await asked)?.aborted).toBe(false);
    leaving.abort();
    await expect(creation).rejects.toThrow();
    expect((await asked)?.aborted).toBe(true);
  });

  it('can come from a password manager whose objects are not the browser’s, and can always be aborted', async () => {
    const { passkeys } = await signedIn();
    const fail = () => {
      throw new Error('Not implemented.');
    };
    stubBrowser({
      create: creating((id, response) => ({
        ...new Credential(id, { ...response, getTransports: fail }),
        getClientExtensionResults: fail,
        toJSON: fail,
      })),
    });
    expect(await passkeys.create()).toEqual(done);
    expect(await passkeys.save()).toEqual(saved);

    const leaving = new AbortController();
    stubBrowser({
      create() {
        leaving.abort();
        return new Promise(() => undefined);
      },
    });
    await expect(passkeys.create(leaving.signal)).rejects.toThrow();
    stubBrowser({ create: async () => ({ id: 'empty', rawId: null, response: null }) });
    expect(await passkeys.create()).toEqual(refused('passkey-canceled', texts.canceled));
  });

  it('show one browser prompt at a time', async () => {
    const { passkeys } = await signedIn();
    const asked = stubPrompt();
    const first = passkeys.create(new AbortController().signal);
    await asked;
    stubCreation();
    expect(await passkeys.create()).toEqual(done);
    expect(await first).toEqual(refused('passkey-canceled', texts.canceled));
    expect(await passkeys.save()).toEqual(saved);
  });

  it('mark a passkey that signed in on this device', async () => {
    const { email, passkeys, device, identity } = await signedIn();
    const authenticator = createSoftAuthenticator();
    stubBrowser({
      create: creating((id, response) => new Credential(id, response, 'cross-platform'), authenticator),
      async get({ publicKey }) {
        if (publicKey === undefined) throw new Error('No options');
        const options = { challenge: textOf(publicKey.challenge), rpId: publicKey.rpId ?? '' };
        const { id, response } = authenticator.assert(options);
        return new Credential(id, responseOf('assertion', response), 'platform');
      },
    });
    await passkeys.create();
    await passkeys.save();
    await identity.signOut();
    await identity.assertPasskey({ email });
    expect(await identity.answerPasskey()).toMatchObject(done);
    expect((await identity.loadSecurity()).consumePasskeyOffer(), 'nothing is offered').toBe(false);
    expect(await passkeys.list()).toMatchObject({ passkeys: [{ here: true }] });
    expect([...device.entries.values()]).toContain(JSON.stringify([authenticator.id]));
  });
});
