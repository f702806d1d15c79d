import type { Page } from '@playwright/test';
import * as v from 'valibot';
import { userPoolClientId } from '#local/services.ts';
import { createSoftAuthenticator } from '../../packages/local-services/test/soft-authenticator.ts';
import type { Addresses } from './local/addresses.ts';
import type { Person } from './people.ts';
import { callPool } from './pool.ts';

const tokensSchema = v.object({ AuthenticationResult: v.object({ AccessToken: v.string() }) });
const optionsSchema = v.object({
  CredentialCreationOptions: v.object({ challenge: v.string(), rp: v.object({ id: v.string() }) }),
});

interface VirtualAuthenticator {
  readonly transport: 'internal' | 'usb';
  readonly hasResidentKey: boolean;
  readonly hasUserVerification: boolean;
  /** Whether user verification succeeds. */
  readonly isVerified: boolean;
  /** Whether the authenticator responds immediately, as if the customer touched it. */
  readonly isTouched: boolean;
}

/** Adds a virtual authenticator to the page and returns it with its DevTools session. */
export const addAuthenticator = async (
  page: Page,
  {
    transport = 'internal',
    hasResidentKey = true,
    hasUserVerification = true,
    isVerified = hasUserVerification,
    isTouched = true,
  }: Partial<VirtualAuthenticator> = {},
) => {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport,
      hasResidentKey,
      hasUserVerification,
      isUserVerified: isVerified,
      automaticPresenceSimulation: isTouched,
    },
  });
  return {
    devtools,
    authenticatorId,
    remove: async (): Promise<void> => {
      await devtools.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
    },
  };
};

/** Returns a function that waits for the page's next passkey prompt, and tells whether the app canceled it. */
export const watchPrompt = async (page: Page, name: 'create' | 'get') => {
  const question = await page.evaluateHandle((name) => {
    const { credentials } = navigator;
    const ask = credentials[name].bind(credentials);
    const signal = new Promise<AbortSignal | undefined>((resolve) => {
      credentials[name] = (options?: CredentialCreationOptions & CredentialRequestOptions) => {
        resolve(options?.signal);
        return ask(options);
      };
    });
    return { signal };
  }, name);
  return () => question.evaluate(async ({ signal }) => (await signal)?.aborted);
};

/**
 * Registers a passkey with the pool and adds it to a virtual authenticator of the page. Resolves with a
 * function that removes the authenticator.
 */
export const givePasskey = async (
  page: Page,
  { pool }: Pick<Addresses, 'pool'>,
  { email, password }: Pick<Person, 'email' | 'password'>,
  options: Partial<VirtualAuthenticator> = {},
): Promise<() => Promise<void>> => {
  const call = async (operation: string, parameters: object): Promise<unknown> =>
    (await callPool(pool, operation, parameters)).json();
  const { AccessToken } = v.parse(
    tokensSchema,
    await call('InitiateAuth', {
      AuthFlow: 'USER_PASSWORD_AUTH',
      ClientId: userPoolClientId,
      AuthParameters: { USERNAME: email, PASSWORD: password },
    }),
  ).AuthenticationResult;
  const { CredentialCreationOptions } = v.parse(
    optionsSchema,
    await call('StartWebAuthnRegistration', { AccessToken }),
  );
  const authenticator = createSoftAuthenticator();
  await call('CompleteWebAuthnRegistration', {
    AccessToken,
    Credential: authenticator.register(CredentialCreationOptions, {}, [options.transport ?? 'internal']),
  });

  const { devtools, authenticatorId, remove } = await addAuthenticator(page, options);
  await devtools.send('WebAuthn.addCredential', {
    authenticatorId,
    credential: {
      credentialId: Buffer.from(authenticator.id, 'base64url').toString('base64'),
      isResidentCredential: false,
      rpId: CredentialCreationOptions.rp.id,
      privateKey: authenticator.privateKey(),
      signCount: 0,
    },
  });
  return remove;
};
