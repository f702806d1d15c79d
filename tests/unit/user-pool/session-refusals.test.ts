import { addUser, clientId, errorOf, goodPassword, signUp } from './harness.ts';
import { type Refusal, testRefusals } from './refusals.ts';
import { refresh, signedIn, signIn } from './srp-client.ts';

const email = 'anna@example.com';

const sessionRefusals: Refusal[] = [
  [
    'sign-in of an unknown user',
    async (running) => errorOf(await signIn(running, email, goodPassword)),
    'UserNotFoundException',
    'User does not exist.',
  ],
  [
    'sign-in of an unconfirmed user',
    async (running) => {
      await signUp(running);
      return errorOf(await signIn(running, email, goodPassword));
    },
    'UserNotConfirmedException',
    'User is not confirmed.',
  ],
  [
    'sign-in of an unconfirmed user with a wrong password',
    async (running) => {
      await signUp(running);
      return errorOf(await signIn(running, email, 'Wrong-pass1!'));
    },
    'NotAuthorizedException',
    'Incorrect username or password.',
  ],
  [
    'sign-in of a disabled user',
    async (running) => {
      await addUser(running);
      await running.pool.admin.setUserEnabled(email, false);
      return errorOf(await signIn(running, email, goodPassword));
    },
    'NotAuthorizedException',
    'User is disabled.',
  ],
  [
    'refresh of a disabled user',
    async (running) => {
      await addUser(running);
      const { RefreshToken } = await signedIn(running, email, goodPassword);
      await running.pool.admin.setUserEnabled(email, false);
      return errorOf(await refresh(running, RefreshToken));
    },
    'NotAuthorizedException',
    'User is disabled.',
  ],
  [
    'an expired refresh token',
    async (running) => {
      await addUser(running);
      const { RefreshToken } = await signedIn(running, email, goodPassword);
      running.advance(30 * 24 * 3600);
      return errorOf(await refresh(running, RefreshToken));
    },
    'NotAuthorizedException',
    'Refresh Token has expired',
  ],
  [
    'a made-up refresh token',
    async (running) => errorOf(await refresh(running, 'made-up')),
    'NotAuthorizedException',
    'Invalid Refresh Token',
  ],
  [
    'a refresh token with another secret',
    async (running) => {
      await addUser(running);
      const { RefreshToken } = await signedIn(running, email, goodPassword);
      return errorOf(await refresh(running, `${RefreshToken}x`));
    },
    'NotAuthorizedException',
    'Invalid Refresh Token',
  ],
  [
    'a revoked refresh token',
    async (running) => {
      await addUser(running);
      const { RefreshToken } = await signedIn(running, email, goodPassword);
      await running.call('RevokeToken', { ClientId: clientId, Token: RefreshToken });
      return errorOf(await refresh(running, RefreshToken));
    },
    'NotAuthorizedException',
    'Refresh Token has been revoked',
  ],
  [
    'an access token of a revoked session',
    async (running) => {
      await addUser(running);
      const { AccessToken, RefreshToken } = await signedIn(running, email, goodPassword);
      await running.call('RevokeToken', { ClientId: clientId, Token: RefreshToken });
      return errorOf(await running.call('GetUser', { AccessToken }));
    },
    'NotAuthorizedException',
    'Access Token has been revoked',
  ],
  [
    'an expired access token',
    async (running) => {
      await addUser(running);
      const { AccessToken } = await signedIn(running, email, goodPassword);
      running.advance(3600);
      return errorOf(await running.call('GetUser', { AccessToken }));
    },
    'NotAuthorizedException',
    'Access Token has expired',
  ],
  [
    'an id token in place of an access token',
    async (running) => {
      await addUser(running);
      const { IdToken } = await signedIn(running, email, goodPassword);
      return errorOf(await running.call('GetUser', { AccessToken: IdToken }));
    },
    'NotAuthorizedException',
    'Invalid Access Token',
  ],
  [
    'an access token in place of a refresh token, to revoke',
    async (running) => {
      await addUser(running);
      const { AccessToken } = await signedIn(running, email, goodPassword);
      return errorOf(await running.call('RevokeToken', { ClientId: clientId, Token: AccessToken }));
    },
    'UnsupportedTokenTypeException',
    'Token type is not supported for revocation.',
  ],
];

testRefusals(sessionRefusals);
