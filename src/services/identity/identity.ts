import type { Answer, Credentials, Registration, Restoration, SignInAnswer } from '#machines/auth.types.ts';
import {
  type DeviceStorage,
  openStorage as openDeviceStorage,
  type StorageKind,
} from '#services/storage/device-storage.ts';
import { type AccessToken, createAccessToken } from './access-token.ts';
import type { Cognito } from './cognito.ts';
import { failureOf, isNotAuthorized, SignedOutError, UnavailableError } from './failures.ts';
import { operationLimit, withinLimit } from './limit.ts';
import { createPendingKeeper, type Pending } from './pending.ts';
import { emptyFieldFailure } from './required-fields.ts';
import { createSessionKeeper } from './session.ts';
import { createSessionHolder, type PageEvents, type SessionEvent } from './session-holder.ts';
import type { IdentitySettings } from './settings.ts';

/** The identity service, as the account machine and the store use it. Codes and passwords are passed on, never kept. */
export interface Identity {
  /** What is kept on this device: a session, emails that wait for a code. Asks the service only when a token ran out. */
  restore(): Promise<Restoration>;
  /** Tells when the session ends or changes hands without this tab's doing. Answers with how to stop. */
  watch(send: (event: SessionEvent) => void): () => void;
  signUp(registration: Registration): Promise<Answer<{ readonly email: string }>>;
  confirmEmail(input: { readonly email: string; readonly code: string }): Promise<Answer>;
  sendVerificationCode(input: { readonly email: string }): Promise<Answer>;
  sendResetCode(input: { readonly email: string }): Promise<Answer<{ readonly email: string }>>;
  resetPassword(input: {
    readonly email: string;
    readonly code: string;
    readonly password: string;
  }): Promise<Answer>;
  signIn(credentials: Credentials): Promise<SignInAnswer>;
  /** Revokes the session at the service, then forgets it here; refused, it is kept. */
  signOut(): Promise<Answer>;
  /** Forgets the session on this device, whatever the service says. */
  forgetSession(): Promise<void>;
  /** Keeps the emails that wait for a code, so that they survive a reload. */
  keepPending(pending: Pending): void;
  readonly accessToken: AccessToken;
  /** Ends a session that the store accepts no more: forgets it and tells those who watch. */
  endSession(): void;
}

/** What the identity service uses of the browser. */
export interface IdentityEnvironment {
  readonly page: PageEvents;
  readonly locks: Pick<LockManager, 'request'> | undefined;
  readonly openStorage: (kind: StorageKind) => DeviceStorage;
  /** Milliseconds that one operation may take. */
  readonly limit: number;
}

const browserEnvironment = (): IdentityEnvironment => ({
  page: globalThis,
  locks: globalThis.navigator?.locks,
  openStorage: openDeviceStorage,
  limit: operationLimit,
});

/** Opens the identity service. Its library is loaded with the first operation that needs it. */
export const createIdentity = (
  settings: IdentitySettings,
  { page, locks, limit, openStorage } = browserEnvironment(),
): Identity => {
  const { clientId } = settings;
  const storage = openStorage(settings.storage);
  const sessions = createSessionKeeper(clientId, storage);
  const pending = createPendingKeeper(clientId, storage);
  const holder = createSessionHolder(clientId, sessions, page);

  const loadCognito = async (): Promise<Cognito> => {
    const { createCognito } = await import('./cognito.ts').catch((cause: unknown) => {
      throw new UnavailableError('The identity library could not be loaded', { cause });
    });
    return createCognito(settings, storage);
  };

  const ask = <Result>(run: (cognito: Cognito, signal: AbortSignal) => Promise<Result>): Promise<Result> =>
    withinLimit(limit, async (signal) => run(await loadCognito(), signal));

  /** Refuses empty fields, then asks the service. */
  const answer = async (
    fields: Parameters<typeof emptyFieldFailure>[0],
    run: (cognito: Cognito, signal: AbortSignal) => Promise<void>,
  ): Promise<Answer> => {
    const failure = emptyFieldFailure(fields);
    if (failure !== null) return { outcome: 'refused', failure };
    try {
      await ask(run);
      return { outcome: 'done' };
    } catch (error) {
      return { outcome: 'refused', failure: failureOf(error) };
    }
  };

  const accessToken = createAccessToken({ clientId, sessions, holder, loadCognito, limit, locks });

  /** Whoever's session is kept, refreshed if it ran out. A service that can't be reached ends no session. */
  const restoreUser = async () => {
    const session = holder.adopt();
    if (session === null) {
      sessions.forget();
      return null;
    }
    if (session.secondsLeft(Date.now()) > 0) return session.user;
    try {
      await accessToken();
    } catch (error) {
      if (error instanceof SignedOutError) return null;
    }
    return session.user;
  };

  return {
    restore: async () => ({ user: await restoreUser(), ...pending.read() }),
    watch: holder.watch,
    keepPending: pending.keep,
    accessToken,
    endSession: holder.lose,

    async signUp(registration) {
      const email = registration.email.trim();
      const { password } = registration;
      const answered = await answer({ username: email, password }, (cognito, signal) =>
        cognito.signUp({ ...registration, email }, signal),
      );
      return answered.outcome === 'done' ? { ...answered, email } : answered;
    },

    confirmEmail(input) {
      const [email, code] = [input.email.trim(), input.code.trim()];
      return answer({ username: email, code }, (cognito, signal) =>
        cognito.confirmSignUp({ email, code }, signal),
      );
    },

    sendVerificationCode(input) {
      const email = input.email.trim();
      return answer({ username: email }, (cognito, signal) => cognito.resendSignUpCode({ email }, signal));
    },

    async sendResetCode(input) {
      const email = input.email.trim();
      const answered = await answer({ username: email }, (cognito, signal) =>
        cognito.sendResetCode({ email }, signal),
      );
      return answered.outcome === 'done' ? { ...answered, email } : answered;
    },

    resetPassword({ password, ...input }) {
      const [email, code] = [input.email.trim(), input.code.trim()];
      return answer({ username: email, code, password }, (cognito, signal) =>
        cognito.resetPassword({ email, code, password }, signal),
      );
    },

    async signIn({ password, ...input }) {
      const email = input.email.trim();
      const answered = await answer({ username: email, password }, async (cognito, signal) => {
        const changes = await cognito.signIn({ email, password }, signal);
        signal.throwIfAborted();
        sessions.forget();
        changes.commit();
      });
      if (answered.outcome === 'done') {
        const session = holder.adopt();
        return session === null
          ? { outcome: 'refused', failure: { name: 'unavailable', message: '' } }
          : { outcome: 'done', user: session.user };
      }
      return answered.failure.name === 'user-not-confirmed' ? { outcome: 'unconfirmed', email } : answered;
    },

    async signOut() {
      const session = holder.own();
      if (session !== null) {
        try {
          await ask((cognito, signal) => cognito.revoke(session, signal));
        } catch (error) {
          // What is revoked already is signed out.
          if (!isNotAuthorized(error)) return { outcome: 'refused', failure: failureOf(error) };
        }
      }
      holder.release();
      return { outcome: 'done' };
    },

    async forgetSession() {
      holder.release();
    },
  };
};
