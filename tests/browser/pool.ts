import type { BrowserContext } from '@playwright/test';
import * as v from 'valibot';
import { userPoolClientId } from '#local/services.ts';
import type { SettingsPatch } from '#local-cognito';
import type { Console, Fault } from './console.ts';
import type { Addresses } from './local/addresses.ts';
import type { Person } from './people.ts';

/** Creates a fault that responds with `body` to a customer's next call of an operation. */
export const poolAnswer = (operation: string, body: object, customer: string): Fault => ({
  service: 'pool',
  match: `POST / ${operation}`,
  customer,
  fault: 'status',
  status: 200,
  body: JSON.stringify(body),
  times: 1,
});

const limitExceeded = {
  __type: 'LimitExceededException',
  message: 'Attempt limit exceeded, please try after some time.',
};

/** Simulates Cognito's hourly limit on sent codes or wrong codes. */
export const tooManyCodes = (operation: string, customer: string): Fault => ({
  ...poolAnswer(operation, limitExceeded, customer),
  status: 400,
});

const mailsSchema = v.tupleWithRest([v.object({ code: v.string() })], v.unknown());

export const callPool = (pool: string, operation: string, parameters: object): Promise<Response> =>
  fetch(`${pool}/`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
    },
    body: JSON.stringify(parameters),
  });

export type UserPool = ReturnType<typeof createUserPool>;

export const createUserPool = ({ pool }: Addresses, { call: operate }: Console) => {
  /** Calls an operation directly. Resolves with the exception's name, or null on success. */
  const call = async (operation: string, parameters: object): Promise<string | null> => {
    const response = await callPool(pool, operation, { ClientId: userPoolClientId, ...parameters });
    await response.arrayBuffer();
    return response.ok ? null : (response.headers.get('x-amzn-errortype')?.replace(/:$/, '') ?? 'unnamed');
  };

  return {
    call,
    /** Changes the pool's settings for all users of these services until the test ends. */
    async set(patch: SettingsPatch): Promise<void> {
      await operate('/pool/settings', 'PATCH', patch);
    },
    async shiftClock(offsetMs: number): Promise<void> {
      await operate('/pool/clock', 'POST', { offsetMs });
    },
    /** Revokes all of a user's sessions. The store still accepts their access tokens until they expire. */
    async revokeSessions(email: string): Promise<void> {
      await operate('/pool/sessions/revoke', 'POST', { email });
    },
    async disable(email: string): Promise<void> {
      await operate('/pool/users/disable', 'POST', { email, disabled: true });
    },
    /** Invalidates a user's password and emails a code to set a new one. */
    async resetPassword(email: string): Promise<void> {
      await operate('/pool/users/reset-password', 'POST', { email });
    },
    async confirm(email: string): Promise<void> {
      const [{ code }] = v.parse(mailsSchema, await operate(`/mail?to=${encodeURIComponent(email)}`));
      const refusal = await call('ConfirmSignUp', { Username: email, ConfirmationCode: code });
      if (refusal !== null) throw new Error(`The pool did not confirm ${email}: ${refusal}`);
    },
    async register({ email, password }: Pick<Person, 'email' | 'password'>): Promise<void> {
      const refusal = await call('SignUp', { Username: email, Password: password });
      if (refusal !== null) throw new Error(`The pool did not register ${email}: ${refusal}`);
    },
  };
};

export type PoolCalls = ReturnType<typeof watchPool>;

export const watchPool = (context: BrowserContext, { pool }: Addresses) => {
  const calls: string[] = [];
  context.on('request', (request) => {
    if (request.method() !== 'POST' || new URL(request.url()).origin !== pool) return;
    const operation = request.headers()['x-amz-target']?.split('.').at(-1) ?? 'unnamed';
    const isRefresh = operation === 'InitiateAuth' && request.postData()?.includes('REFRESH_TOKEN');
    calls.push(isRefresh ? 'refresh' : operation);
  });
  return {
    /** Returns the called operations in order, such as `SignUp`. `refresh` means a token refresh. */
    all: (): readonly string[] => [...calls],
    count: (operation: string) => calls.filter((call) => call === operation).length,
    restart() {
      calls.length = 0;
    },
  };
};
