import type { BrowserContext } from '@playwright/test';
import * as v from 'valibot';
import type { SettingsPatch } from '#local-cognito';
import type { Fault } from './console.ts';
import type { Addresses } from './local/addresses.ts';
import type { Person } from './people.ts';

/** Answers the next call of an operation in place of the pool. `customer` limits it to one user's calls. */
export const poolAnswer = (operation: string, body: object, customer?: string): Fault => ({
  service: 'pool',
  match: `POST / ${operation}`,
  ...(customer !== undefined && { customer }),
  fault: 'status',
  status: 200,
  body: JSON.stringify(body),
  times: 1,
});

export const poolRefusal = (operation: string, name: string, message: string, customer?: string): Fault => ({
  ...poolAnswer(operation, { __type: name, message }, customer),
  status: 400,
});

/** Cognito's hourly limit on codes sent or wrong codes entered. */
export const tooManyCodes = (operation: string, customer: string): Fault =>
  poolRefusal(
    operation,
    'LimitExceededException',
    'Attempt limit exceeded, please try after some time.',
    customer,
  );

const mailsSchema = v.tupleWithRest([v.object({ code: v.string() })], v.unknown());

const clientId = 'coffer-local-web';

export interface UserPool {
  /** Changes the pool's settings until the test ends. Affects everyone who shares the services. */
  set(patch: SettingsPatch): Promise<void>;
  shiftClock(milliseconds: number): Promise<void>;
  /** Ends all sessions of a user. The store still accepts their access tokens until they expire. */
  revokeSessions(email: string): Promise<void>;
  disable(email: string): Promise<void>;
  /** Invalidates a user's password and emails a code to set a new one. */
  resetPassword(email: string): Promise<void>;
  confirm(email: string): Promise<void>;
  register(person: Pick<Person, 'email' | 'password'>): Promise<void>;
  /** Calls an operation directly. Resolves with the name of the exception, or null on success. */
  call(operation: string, parameters: object): Promise<string | null>;
}

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

export interface PoolCalls {
  /** The operations in order, such as `SignUp`; `refresh` is a refresh of tokens. */
  all(): readonly string[];
  count(operation: string): number;
  restart(): void;
}

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
