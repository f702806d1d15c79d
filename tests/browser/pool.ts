import type { BrowserContext } from '@playwright/test';
import * as v from 'valibot';
import type { SettingsPatch } from '#local-cognito';
import type { Fault } from './console.ts';
import type { Addresses } from './local/addresses.ts';
import type { Person } from './people.ts';

/** Cognito's answer to the next call of an operation, which the local pool doesn't get. `customer` is whose call it must be. */
export const poolAnswer = (operation: string, body: object, customer?: string): Fault => ({
  service: 'pool',
  match: `POST / ${operation}`,
  ...(customer !== undefined && { customer }),
  fault: 'status',
  status: 200,
  body: JSON.stringify(body),
  times: 1,
});

/** As {@link poolAnswer}, but Cognito refuses: its exception's name and words. */
export const poolRefusal = (operation: string, name: string, message: string, customer?: string): Fault => ({
  ...poolAnswer(operation, { __type: name, message }, customer),
  status: 400,
});

/** Cognito has sent this customer too many codes in an hour, or taken too many wrong ones. */
export const tooManyCodes = (operation: string, customer: string): Fault =>
  poolRefusal(
    operation,
    'LimitExceededException',
    'Attempt limit exceeded, please try after some time.',
    customer,
  );

const mailsSchema = v.tupleWithRest([v.object({ code: v.string() })], v.unknown());

/** The app client that the local pool knows. */
const clientId = 'coffer-local-web';

/** The user pool, as its operator and as a client other than the app. */
export interface UserPool {
  /** Changes settings of the pool for the rest of this test. For tests that share the local services with no other. */
  set(patch: SettingsPatch): Promise<void>;
  /** Sets the pool's clock ahead of this machine's for the rest of this test. For the same tests as `set`. */
  shiftClock(milliseconds: number): Promise<void>;
  /** Ends all sessions of a user. The store takes their access tokens until they run out. */
  revokeSessions(email: string): Promise<void>;
  disable(email: string): Promise<void>;
  /** Resets a user's password: it is no longer good, and a code to set another one is mailed. */
  resetPassword(email: string): Promise<void>;
  /** Ends the user's devices, as another device of theirs would. */
  forgetDevices(email: string): Promise<void>;
  /** Verifies an email by the newest code that was mailed to it, past the app. */
  confirm(email: string): Promise<void>;
  /** Makes an account whose email is not verified yet; a code is mailed. */
  register(person: Pick<Person, 'email' | 'password'>): Promise<void>;
  /** Calls an operation of the pool past the app. Answers with the name of the refusal, or null when it was done. */
  call(operation: string, parameters: object): Promise<string | null>;
}

/** The pool behind these addresses, for one test. */
export const createUserPool = ({ pool, console }: Addresses): UserPool => {
  const operate = async (path: string, method: string, body: object): Promise<void> => {
    const response = await fetch(`${console}/pool${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok)
      throw new Error(`The console answered ${response.status} to ${method} ${path}: ${text}`);
  };

  const call = async (operation: string, parameters: object): Promise<string | null> => {
    const response = await fetch(`${pool}/`, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
      },
      body: JSON.stringify({ ClientId: clientId, ...parameters }),
    });
    await response.arrayBuffer();
    return response.ok ? null : (response.headers.get('x-amzn-errortype')?.replace(/:$/, '') ?? 'unnamed');
  };

  return {
    call,
    async set(patch) {
      await operate('/settings', 'PATCH', patch);
    },
    async shiftClock(offsetMs) {
      await operate('/clock', 'POST', { offsetMs });
    },
    async revokeSessions(email) {
      await operate('/sessions/revoke', 'POST', { email });
    },
    async disable(email) {
      await operate('/users/disable', 'POST', { email, disabled: true });
    },
    async resetPassword(email) {
      await operate('/users/reset-password', 'POST', { email });
    },
    async forgetDevices(email) {
      await operate('/users/forget-devices', 'POST', { email });
    },
    async confirm(email) {
      const mail = await fetch(`${console}/mail?to=${encodeURIComponent(email)}`);
      const [{ code }] = v.parse(mailsSchema, await mail.json());
      const refusal = await call('ConfirmSignUp', { Username: email, ConfirmationCode: code });
      if (refusal !== null) throw new Error(`The pool did not confirm ${email}: ${refusal}`);
    },
    async register({ email, password }) {
      const refusal = await call('SignUp', { Username: email, Password: password });
      if (refusal !== null) throw new Error(`The pool did not register ${email}: ${refusal}`);
    },
  };
};

/** What the pages of a context have asked of the pool. */
export interface PoolCalls {
  /** The operations in their order, such as `SignUp`; a refresh of tokens is `refresh`. */
  all(): readonly string[];
  /** How often this operation was asked for. */
  count(operation: string): number;
  /** Begins to count anew. */
  restart(): void;
}

/** Begins to note what this context's pages ask of the pool. */
export const watchPool = (context: BrowserContext, { pool }: Addresses): PoolCalls => {
  const calls: string[] = [];
  context.on('request', (request) => {
    if (request.method() !== 'POST' || new URL(request.url()).origin !== pool) return;
    const operation = request.headers()['x-amz-target']?.split('.').at(-1) ?? 'unnamed';
    const isRefresh = operation === 'InitiateAuth' && request.postData()?.includes('REFRESH_TOKEN');
    calls.push(isRefresh ? 'refresh' : operation);
  });
  return {
    all: () => [...calls],
    count: (operation) => calls.filter((call) => call === operation).length,
    restart() {
      calls.length = 0;
    },
  };
};
