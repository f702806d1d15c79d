import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { authorize } from '../authorization.ts';
import { CognitoError } from '../errors.ts';
import { integer, token } from '../input.ts';
import {
  creationOptions,
  maxPasskeys,
  readClientData,
  registrationSchema,
  verifyRegistration,
} from '../passkeys.ts';
import type { Pool } from '../pool.ts';
import { verificationOf } from './first-factors.ts';
import { userOperation } from './operation.ts';

const assertPasskeys = (pool: Pool): void => {
  if (pool.settings.get().firstFactors.includes('WEB_AUTHN')) return;
  throw new CognitoError('WebAuthnNotEnabledException', 'WebAuthn is not enabled for the user pool.');
};

const challengeNotFound = () =>
  new CognitoError(
    'WebAuthnChallengeNotFoundException',
    'The WebAuthn challenge was not found or has expired.',
  );

export const passkeyOperations = {
  StartWebAuthnRegistration: userOperation(v.object({ AccessToken: token }), ({ user }, pool) => {
    assertPasskeys(pool);
    const { challengeSeconds, relyingPartyId } = pool.settings.get();
    if (relyingPartyId === null) {
      const text = 'The user pool has neither a relying party id nor a domain.';
      throw new CognitoError('WebAuthnConfigurationMissingException', text);
    }
    pool.passkeys.assertRoom(user.sub);
    const challenge = randomBytes(32).toString('base64url');
    pool.passkeys.registrations.set(challenge, { sub: user.sub }, challengeSeconds);
    const { sub, email, attributes } = user;
    const CredentialCreationOptions = creationOptions(
      { sub, email, displayName: attributes.name ?? email },
      { challenge, relyingPartyId, userVerification: verificationOf(pool, user) },
      pool.passkeys.allOf(sub),
    );
    return { CredentialCreationOptions };
  }),

  CompleteWebAuthnRegistration: userOperation(
    v.object({ AccessToken: token, Credential: registrationSchema }),
    async ({ AccessToken, user, Credential }, pool) => {
      assertPasskeys(pool);
      const { challenge } = readClientData(Credential);
      // Take the challenge first, because it works only once.
      if (pool.passkeys.registrations.take(challenge)?.sub !== user.sub) throw challengeNotFound();
      const passkey = await verifyRegistration(Credential, {
        challenge,
        relyingPartyId: pool.settings.get().relyingPartyId ?? '',
        userVerification: verificationOf(pool, user),
      });
      // Authorize again: the user may have been deleted or signed out everywhere during the verification.
      return authorize(pool, AccessToken, ({ user: { sub } }) => {
        pool.passkeys.add({ ...passkey, sub });
        return {};
      });
    },
  ),

  ListWebAuthnCredentials: userOperation(
    v.object({
      AccessToken: token,
      MaxResults: v.nullish(integer(0, maxPasskeys)),
      NextToken: v.nullish(v.string()),
    }),
    ({ user, MaxResults, NextToken }, pool) => {
      const { passkeys, next } = pool.passkeys.list(
        user.sub,
        MaxResults || maxPasskeys,
        NextToken || undefined,
      );
      return {
        Credentials: passkeys.map((passkey) => ({
          CredentialId: passkey.id,
          FriendlyCredentialName: passkey.name,
          RelyingPartyId: passkey.relyingPartyId,
          ...(passkey.attachment !== null && { AuthenticatorAttachment: passkey.attachment }),
          AuthenticatorTransports: passkey.transports,
          CreatedAt: passkey.createdAt / 1000,
        })),
        ...(next !== undefined && { NextToken: next }),
      };
    },
  ),

  DeleteWebAuthnCredential: userOperation(
    v.object({ AccessToken: token, CredentialId: v.string() }),
    ({ user, CredentialId }, pool) => {
      pool.passkeys.remove(user.sub, CredentialId);
      return {};
    },
  ),
};
