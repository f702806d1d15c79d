import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  CognitoIdentityProviderClient,
  ConfirmSignUpCommand,
  InitiateAuthCommand,
  SignUpCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import {
  AuthenticationDetails,
  CognitoUser,
  CognitoUserPool,
  type CognitoUserSession,
} from 'amazon-cognito-identity-js';
import { Amplify } from 'aws-amplify';
import { fetchAuthSession, signIn } from 'aws-amplify/auth';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import * as v from 'valibot';
import { expect, test, vi } from 'vitest';
import { compileUse, installPacked, startInstalled } from '../../local-services/test/packed.ts';

const repository = fileURLToPath(new URL('../../../', import.meta.url));
const userPoolId = 'us-east-1_Shop';
const clientId = 'shop';
const email = 'anna@example.com';
const password = 'Good-pass1!';

const mailSchema = v.tupleWithRest([v.object({ code: v.string() })], v.unknown());

/** Signs in with amazon-cognito-identity-js over SRP. Returns the access token. */
const signInWithIdentityLibrary = async (endpoint: string): Promise<string> => {
  const Pool = new CognitoUserPool({ UserPoolId: userPoolId, ClientId: clientId, endpoint });
  const user = new CognitoUser({ Username: email, Pool });
  const details = new AuthenticationDetails({ Username: email, Password: password });
  const session = await new Promise<CognitoUserSession>((onSuccess, onFailure) => {
    user.authenticateUser(details, { onSuccess, onFailure });
  });
  return session.getAccessToken().getJwtToken();
};

/** Signs in with aws-amplify 6 over SRP. Returns the access token. */
const signInWithAmplify = async (endpoint: string): Promise<string> => {
  const Cognito = { userPoolId, userPoolClientId: clientId, userPoolEndpoint: endpoint };
  Amplify.configure({ Auth: { Cognito } });
  expect(await signIn({ username: email, password })).toMatchObject({ isSignedIn: true });
  return String((await fetchAuthSession()).tokens?.accessToken);
};

/** Signs up with the AWS SDK and the emailed code, then signs in by password. Returns the access token. */
const signUpWithSdk = async (endpoint: string): Promise<string> => {
  const client = new CognitoIdentityProviderClient({ endpoint, region: 'us-east-1' });
  const user = { ClientId: clientId, Username: 'ben@example.com' };
  await client.send(new SignUpCommand({ ...user, Password: password }));
  const mail = await fetch(`${endpoint}/local/mail?to=${user.Username}`);
  const [{ code }] = v.parse(mailSchema, await mail.json());
  await client.send(new ConfirmSignUpCommand({ ...user, ConfirmationCode: code }));
  const { AuthenticationResult } = await client.send(
    new InitiateAuthCommand({
      ClientId: clientId,
      AuthFlow: 'USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: user.Username, PASSWORD: password },
    }),
  );
  return AuthenticationResult?.AccessToken ?? '';
};

test('the packed pool, installed in an empty folder, lets Amazon’s three clients sign in and applies faults', {
  timeout: 180_000,
}, async () => {
  vi.stubEnv('AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED', 'true');
  const directory = await installPacked(join(repository, 'packages/local-cognito'));
  const license = await readFile(join(directory, 'node_modules/local-cognito/LICENSE'), 'utf8');
  expect(license).toBe(await readFile(join(repository, 'LICENSE'), 'utf8'));
  const args = ['--port', '0', '--pool', userPoolId, '--client', clientId, '--user', `${email}:${password}`];
  const printed = await startInstalled(directory, 'local-cognito', args, 'Data');
  const endpoint = /http:\/\/localhost:\d+/.exec(printed)?.[0] ?? '';

  const issuer = `${endpoint}/${userPoolId}`;
  const keys = createRemoteJWKSet(new URL(`${issuer}/.well-known/jwks.json`));
  for (const authenticate of [signInWithIdentityLibrary, signInWithAmplify, signUpWithSdk]) {
    const { payload } = await jwtVerify(await authenticate(endpoint), keys, { issuer });
    expect(payload).toMatchObject({ token_use: 'access', client_id: clientId });
  }
  expect((await fetch(`${endpoint}/hosted-ui.css`)).status).toBe(200);

  const fault = {
    match: 'POST / InitiateAuth',
    fault: 'status',
    status: 400,
    body: '{"__type":"TooManyRequestsException","message":"Too many requests"}',
  };
  const headers = { 'content-type': 'application/json' };
  await fetch(`${endpoint}/local/faults`, { method: 'POST', headers, body: JSON.stringify(fault) });
  await expect(signInWithIdentityLibrary(endpoint)).rejects.toMatchObject({
    code: 'TooManyRequestsException',
  });

  const use = `import { createUserPool, type UserPool } from 'local-cognito';
export const emails = ({ admin }: UserPool): string[] => admin.listUsers().map((user) => user.email);
export const open = () => createUserPool({ origin: 'http://localhost:5174', settings: { mfa: 'ON' } });
`;
  await compileUse(directory, use, '--skipLibCheck');
});
