import type { IdentityFailure, Restoration, SessionEnd } from '#machines/account/auth.types.ts';
import { nextTask } from '#services/browser.ts';
import { SignedOutError, UnavailableError } from '#services/errors.ts';
import type { StorageWithFallback } from '#services/storage/device-storage.ts';
import type { Account } from './account.ts';
import { browserEnvironment, type IdentitySettings } from './environment.ts';
import {
  challengeKey,
  createPendingAuthorization,
  createPendingEmails,
  type PendingEmails,
} from './pending.ts';
import { createTabSession, type SessionEvent } from './session.ts';
import { isTokenGood } from './stored-session.ts';

export interface Identity extends Omit<Account, 'security' | 'resumeChallenge' | 'verifySession'> {
  /** Reads what this device stores, and starts refreshing an expired session. */
  restore(): Promise<Restoration>;
  /** Reports session changes that this tab didn't make. Returns the unsubscribe function. */
  watch(send: (event: SessionEvent) => void): () => void;
  storePending(pending: PendingEmails): void;
  /** Deletes a session that the store rejects, and notifies watchers. */
  expireSession(): void;
  noteRegistered(userId: string): void;
  /** Deletes the session on this device, even if the service refuses. */
  forgetSession(): Promise<SessionEnd>;
  /** Loads the account's code and prepares a sign-in while the visitor types. Never rejects. */
  prefetch(): Promise<void>;
  loadSecurity(): Promise<Account['security']>;
  /** Reports whether a session would survive a reload. It wouldn't if storage is disabled or full. */
  readonly persistence: Pick<StorageWithFallback, 'isPersisted' | 'onPersistedChange'>;
}

const challengePath = '/login/challenge';

/** Creates the identity service. Removes the hosted pages' response from the address bar. */
export const createIdentity = (settings: IdentitySettings, environment = browserEnvironment()): Identity => {
  const { clientId, hostedUiDomain, verification } = settings;
  const storage = environment.openStorage(settings.storage);
  const tabStorage = environment.openStorage('session');
  const challengeStorage = settings.storage === 'memory' ? storage : tabStorage;
  const authorization = createPendingAuthorization(clientId, tabStorage);
  const response = hostedUiDomain === undefined ? null : authorization.takeResponse(environment);
  // With links, store the emails per tab, because only the tab that waits for a link can finish.
  const pendingEmails = createPendingEmails(clientId, verification === 'link' ? tabStorage : storage);
  const session = createTabSession(settings, environment, storage);

  let loading: Promise<Account> | null = null;
  const load = (): Promise<Account> => {
    loading ??= import('./account.ts')
      .then(({ createAccount }) =>
        createAccount({ settings, environment, storage, challengeStorage, session }, authorization, response),
      )
      .catch((cause: unknown) => {
        loading = null;
        throw new UnavailableError('The account’s code could not be loaded', { cause });
      });
    return loading;
  };

  let begun = 0;
  let ended = 0;

  /** Wraps an operation to load its code on first use. Refuses with `unavailable` if this fails. */
  const onDemand =
    <Input extends unknown[], Result>(
      operationOf: (account: Account) => (...input: Input) => Promise<Result>,
    ) =>
    async (...input: Input): Promise<Result | { outcome: 'refused'; failure: IdentityFailure }> => {
      begun += 1;
      try {
        await nextTask();
        const account = await load().catch(() => null);
        if (account === null) return { outcome: 'refused', failure: { name: 'unavailable', message: '' } };
        return await operationOf(account)(...input);
      } finally {
        ended += 1;
      }
    };

  /** Returns a valid stored token without loading the account's code. */
  const accessToken: Identity['accessToken'] = async (request) => {
    const current = session.current();
    // Without this check, the call could return a token from the next user's session.
    if (current === null) throw new SignedOutError('There is no session');
    if (isTokenGood(current, request?.refused)) return current.accessToken;
    return (await load()).accessToken(request);
  };

  /** Resumes a challenge after a reload of its page. On any other page, abandons the sign-in. */
  const restoreChallenge = async (isSignedIn: boolean) => {
    const key = challengeKey(clientId);
    if (challengeStorage.getItem(key) === null) return null;
    if (!isSignedIn && new URL(environment.location.href).pathname === challengePath)
      return load().then(
        (account) => account.resumeChallenge(),
        () => null,
      );
    challengeStorage.removeItem(key);
    return null;
  };

  return {
    async restore() {
      const resumed = session.resume();
      if (resumed !== null && resumed.secondsLeft(Date.now()) <= 0) accessToken().catch(() => undefined);
      const { pendingVerification, pendingReset, codeSentTo } = pendingEmails.read();
      const isLink = verification === 'link';
      if (isLink) pendingEmails.write({ pendingVerification: null, pendingReset, codeSentTo: null });
      return {
        user: resumed?.user ?? null,
        pendingVerification: isLink ? null : pendingVerification,
        interruptedLink: isLink ? pendingVerification : null,
        pendingReset,
        challenge: await restoreChallenge(resumed !== null),
        codeSentTo: isLink ? null : codeSentTo,
        returnsFromHostedUi: response !== null,
      };
    },
    watch: (send) =>
      session.watch(send, () => {
        load()
          .then((account) => account.verifySession())
          .catch(() => undefined);
      }),
    storePending: pendingEmails.write,
    expireSession: session.expire,
    noteRegistered: session.noteRegistered,
    async forgetSession() {
      const hosted = session.current()?.hosted ?? false;
      session.end();
      return { hosted };
    },
    persistence: {
      isPersisted: () => settings.storage === 'memory' || storage.isPersisted(),
      onPersistedChange: storage.onPersistedChange,
    },
    accessToken,
    signUp: onDemand((account) => account.signUp),
    signIn: onDemand((account) => account.signIn),
    repeatSignIn: onDemand((account) => account.repeatSignIn),
    assertPasskey: onDemand((account) => account.assertPasskey),
    answerPasskey: onDemand((account) => account.answerPasskey),
    answerChallenge: onDemand((account) => account.answerChallenge),
    forgetChallenge: () => void loading?.then((account) => account.forgetChallenge()).catch(() => undefined),
    forgetCredentials: () =>
      void loading?.then((account) => account.forgetCredentials()).catch(() => undefined),
    confirmEmail: onDemand((account) => account.confirmEmail),
    sendVerificationCode: onDemand((account) => account.sendVerificationCode),
    sendResetCode: onDemand((account) => account.sendResetCode),
    resetPassword: onDemand((account) => account.resetPassword),
    signOut: onDemand((account) => account.signOut),
    openHostedSignIn: async (signal) => (await load()).openHostedSignIn(signal),
    completeHostedSignIn: onDemand((account) => account.completeHostedSignIn),
    openHostedSignOut: async (signal) => (await load()).openHostedSignOut(signal),
    listDevices: onDemand((account) => account.listDevices),
    forgetDevice: onDemand((account) => account.forgetDevice),
    loadSecurity: async () => (await load()).security,
    async prefetch() {
      const before = ended;
      // Skip the worker if an operation has already started, because nothing would then end the worker.
      const prepare = async () => {
        const { prepareSignIn } = await import('./library.ts');
        if (begun === before) prepareSignIn();
      };
      await Promise.allSettled([load(), prepare()]);
    },
  };
};
