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
  /** Called with internal errors of the pool. Default: `console.error`. */
  readonly onError?: ((error: Error) => void) | undefined;
}

export type UserPool = Awaited<ReturnType<typeof createUserPool>>;

/** Opens an emulator of an Amazon Cognito user pool. It binds no port: give `app.fetch` to a server. */
export const createUserPool = async (options: UserPoolOptions) => {
  const pool = await openPool(options);
  const admin = createAdmin(pool);
  return {
    /** The pool's API and hosted pages, a Hono app. */
    app: await createHttpApp(pool, options.onError ?? console.error),
    admin,
    /** The operator's routes, a Hono app to mount where only an operator reaches it. */
    control: createControl(admin),
    /** Saves the last changes. */
    close: pool.close,
  };
};
