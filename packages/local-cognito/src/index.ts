import type { Hono } from 'hono';
import { startService } from 'local-services/program.ts';
import { createAdmin, type UserPoolAdmin } from './admin.ts';
import { createControl } from './control.ts';
import { createHttpApp } from './http.ts';
import { openPool, type PoolOptions } from './pool.ts';

export {
  type ConfirmedUserInput,
  confirmedUserSchema,
  type MfaInput,
  type ResetOptions,
  type UserPoolAdmin,
  type UserSummary,
} from './admin.ts';
export { CognitoError } from './errors.ts';
export type { MailItem } from './mailbox.ts';
export type { Settings, SettingsPatch } from './settings.ts';

export interface UserPoolOptions extends PoolOptions {
  /** Called with the pool's internal errors. Default: `console.error`. */
  readonly onError?: ((error: Error) => void) | undefined;
}

export interface ListenOptions {
  /** The port on this machine. Default: 0, which takes a free port. */
  readonly port?: number;
}

/** A pool that listens on a port. */
export interface UserPoolServer {
  /** The endpoint for clients, like `http://localhost:5174`. */
  readonly origin: string;
  /** Stops listening, and closes the pool. */
  close(): Promise<void>;
}

/** An emulator of an Amazon Cognito user pool. */
export interface UserPool {
  /** The pool's API and hosted pages. Pass `app.fetch` to a server, or call {@link listen}. */
  readonly app: Hono;
  /** Users, email, settings and the clock as functions. */
  readonly admin: UserPoolAdmin;
  /** The operator's routes. Mount them where only operators can reach them. */
  readonly control: Hono;
  /** Serves `app` on this machine, and `control` and faults under `/local`. */
  listen(options?: ListenOptions): Promise<UserPoolServer>;
  /** Restores the initial settings and the clock, and empties the mailbox; with `users: true`, also deletes all users. */
  readonly reset: UserPoolAdmin['reset'];
  /** Saves the last changes and closes the state file. */
  close(): Promise<void>;
}

/** Creates an emulator of an Amazon Cognito user pool. It listens on no port until you call `listen`. */
export const createUserPool = async (options: UserPoolOptions = {}): Promise<UserPool> => {
  const pool = await openPool(options);
  const admin = createAdmin(pool);
  const app = await createHttpApp(pool, options.onError ?? console.error);
  const control = createControl(admin);
  const { close } = pool;
  return {
    app,
    admin,
    control,
    listen: ({ port = 0 } = {}) =>
      startService('pool', { port }, async (origin) => {
        pool.address.listensAt(origin);
        return { app, control, close, requestCustomer: admin.requestCustomer };
      }),
    reset: admin.reset,
    close,
  };
};
