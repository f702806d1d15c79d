import { createAdmin } from './admin.ts';
import { createControl } from './control.ts';
import { createHttpApp } from './http.ts';
import { openPool, type PoolOptions } from './pool.ts';

export {
  type ConfirmedUserInput,
  confirmedUserSchema,
  type MfaInput,
  type UserPoolAdmin,
  type UserSummary,
} from './admin.ts';
export { CognitoError } from './errors.ts';
export type { Settings, SettingsPatch } from './settings.ts';

export interface UserPoolOptions extends PoolOptions {
  /** Called with the pool's internal errors. Default: `console.error`. */
  readonly onError?: ((error: Error) => void) | undefined;
}

export type UserPool = Awaited<ReturnType<typeof createUserPool>>;

/** Creates an emulator of an Amazon Cognito user pool. It doesn't listen on a port: pass `app.fetch` to a server. */
export const createUserPool = async (options: UserPoolOptions) => {
  const pool = await openPool(options);
  const admin = createAdmin(pool);
  return {
    /** A Hono app with the pool's API and hosted pages. */
    app: await createHttpApp(pool, options.onError ?? console.error),
    admin,
    /** A Hono app with the operator's routes. Mount it where only operators can reach it. */
    control: createControl(admin),
    /** Saves the last changes and closes the state file. */
    close: pool.close,
  };
};
