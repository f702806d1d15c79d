import {
  CognitoIdentityProviderClient,
  CompleteWebAuthnRegistrationCommand,
  DeleteWebAuthnCredentialCommand,
  InitiateAuthCommand,
  ListWebAuthnCredentialsCommand,
  RespondToAuthChallengeCommand,
  StartWebAuthnRegistrationCommand,
  WebAuthnChallengeNotFoundException,
  WebAuthnConfigurationMissingException,
  WebAuthnNotEnabledException,
  WebAuthnOriginNotAllowedException,
  WebAuthnRelyingPartyMismatchException,
} from '@aws-sdk/client-cognito-identity-provider';
import * as v from 'valibot';
import { beforeAll, expect, test, vi } from 'vitest';
import { createSoftAuthenticator, type Flaws } from '../../local-services/test/soft-authenticator.ts';
import { clientId, email } from './harness.ts';
import { creationSchema, register, requestSchema, startWithUser } from './passkey-harness.ts';

beforeAll(() => {
  vi.stubEnv('AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED', 'true');
});

test.each(['ES256', 'RS256'] as const)(
  'the AWS SDK registers, lists, uses and deletes an %s passkey',
  async (algorithm) => {
    const running = await startWithUser();
    const { AccessToken } = running;
    const client = new CognitoIdentityProviderClient({ endpoint: running.origin, region: 'us-east-1' });
    const authenticator = createSoftAuthenticator(algorithm);
    const started = await client.send(new StartWebAuthnRegistrationCommand({ AccessToken }));
    const creation = v.parse(creationSchema, started.CredentialCreationOptions);
    expect(creation).toMatchObject({
      rp: { id: 'localhost' },
      user: { name: email, displayName: 'Anna Lee' },
      pubKeyCredParams: [{ alg: -7 }, { alg: -257 }],
      excludeCredentials: [],
      authenticatorSelection: { userVerification: 'preferred' },
    });
    const Credential = authenticator.register(creation);
    await client.send(new CompleteWebAuthnRegistrationCommand({ AccessToken, Credential }));
    const { Credentials } = await client.send(new ListWebAuthnCredentialsCommand({ AccessToken }));
    expect(Credentials).toEqual([
      {
        CredentialId: authenticator.id,
        FriendlyCredentialName: 'Passkey',
        RelyingPartyId: 'localhost',
        AuthenticatorAttachment: 'platform',
        AuthenticatorTransports: ['internal'],
        CreatedAt: new Date(running.now()),
      },
    ]);

    for (let round = 0; round < 2; round += 1) {
      const asked = await client.send(
        new InitiateAuthCommand({
          ClientId: clientId,
          AuthFlow: 'USER_AUTH',
          AuthParameters: { USERNAME: email, PREFERRED_CHALLENGE: 'WEB_AUTHN' },
        }),
      );
      expect(asked.ChallengeName).toBe('WEB_AUTHN');
      const request = v.parse(
        requestSchema,
        JSON.parse(asked.ChallengeParameters?.['CREDENTIAL_REQUEST_OPTIONS'] ?? ''),
      );
      expect(request).toMatchObject({ rpId: 'localhost', allowCredentials: [{ id: authenticator.id }] });
      const { AuthenticationResult } = await client.send(
        new RespondToAuthChallengeCommand({
          ClientId: clientId,
          ChallengeName: 'WEB_AUTHN',
          Session: asked.Session,
          ChallengeResponses: { USERNAME: email, CREDENTIAL: JSON.stringify(authenticator.assert(request)) },
        }),
      );
      expect(AuthenticationResult).toMatchObject({ TokenType: 'Bearer', RefreshToken: expect.any(String) });
    }

    const removal = { AccessToken, CredentialId: authenticator.id };
    await client.send(new DeleteWebAuthnCredentialCommand(removal));
    await expect(client.send(new DeleteWebAuthnCredentialCommand(removal))).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
    });
  },
);

test('the AWS SDK pages through passkeys, selects a challenge, and throws a named error for each refusal', async () => {
  const running = await startWithUser();
  const { AccessToken, pool } = running;
  const client = new CognitoIdentityProviderClient({ endpoint: running.origin, region: 'us-east-1' });
  const authenticators = [await register(running), await register(running)];
  const list = (NextToken?: string) =>
    client.send(new ListWebAuthnCredentialsCommand({ AccessToken, MaxResults: 1, NextToken }));
  const first = await list();
  const second = await list(first.NextToken);
  expect([first, second].flatMap(({ Credentials = [] }) => Credentials)).toMatchObject(
    authenticators.map(({ id }) => ({ CredentialId: id })),
  );

  const AuthParameters = { USERNAME: email };
  const asked = await client.send(
    new InitiateAuthCommand({ ClientId: clientId, AuthFlow: 'USER_AUTH', AuthParameters }),
  );
  expect(asked.AvailableChallenges).toEqual(['PASSWORD', 'PASSWORD_SRP', 'WEB_AUTHN', 'EMAIL_OTP']);
  const { ChallengeName, ChallengeParameters } = await client.send(
    new RespondToAuthChallengeCommand({
      ClientId: clientId,
      ChallengeName: asked.ChallengeName,
      Session: asked.Session,
      ChallengeResponses: { USERNAME: email, ANSWER: 'WEB_AUTHN' },
    }),
  );
  expect(ChallengeName).toBe('WEB_AUTHN');
  expect(Object.keys(ChallengeParameters ?? {})).toContain('CREDENTIAL_REQUEST_OPTIONS');

  const begin = () => client.send(new StartWebAuthnRegistrationCommand({ AccessToken }));
  const completeWith = async (flaws: Flaws) => {
    const options = v.parse(creationSchema, (await begin()).CredentialCreationOptions);
    const Credential = createSoftAuthenticator().register(options, flaws);
    return client.send(new CompleteWebAuthnRegistrationCommand({ AccessToken, Credential }));
  };
  for (const [flaws, exception] of [
    [{ challenge: 'abc' }, WebAuthnChallengeNotFoundException],
    [{ origin: 'https://evil.example' }, WebAuthnOriginNotAllowedException],
    [{ relyingPartyId: 'example.com' }, WebAuthnRelyingPartyMismatchException],
  ] as const)
    await expect(completeWith(flaws)).rejects.toBeInstanceOf(exception);
  pool.admin.updateSettings({ relyingPartyId: null });
  await expect(begin()).rejects.toBeInstanceOf(WebAuthnConfigurationMissingException);
  pool.admin.updateSettings({ firstFactors: ['PASSWORD'] });
  await expect(begin()).rejects.toBeInstanceOf(WebAuthnNotEnabledException);
});
