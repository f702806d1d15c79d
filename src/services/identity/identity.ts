import type { IdentityFailure, Restoration, SessionEnd } from '#machines/auth.types.ts';
import { UnavailableError } from '#services/errors.ts';
import { partOnDemand } from '#services/parts/index.ts';
import { browserEnvironment } from './environment.ts';
import { createDepartureKeeper } from './hosted-return.ts';
import type { Operations } from './operations.ts';
import { createPendingKeeper, type Pending } from './pending.ts';
import { createSessionKeeper } from './session.ts';
import { createSessionHolder, type SessionEvent } from './session-holder.ts';
import { watchReturns } from './session-watch.ts';
import type { IdentitySettings } from './settings.ts';
import { createTabNews } from './tab-news.ts';

/** Whether a session would outlive this page: not where the storage is disabled or full. */
export interface Keeping {
  isKept(): boolean;
  onKeptChange(notify: () => void): () => void;
}

/** The identity service, as the account machine and the store use it. */
export interface Identity extends Omit<Operations, 'proveSession'> {
  /** What is kept on this device: a session, emails that wait. A session that ran out is renewed meanwhile. */
  restore(): Promise<Restoration>;
  /** Tells what becomes of the session without this tab's doing. Answers with how to stop. */
  watch(send: (event: SessionEvent) => void): () => void;
  /** Keeps the emails that wait, so that they survive a reload. */
  keepPending(pending: Pending): void;
  /** Ends a session that the store accepts no more: forgets it and tells those who watch. */
  endSession(): void;
  /** Forgets the session on this device, whatever the service says. */
  forgetSession(): Promise<SessionEnd>;
  readonly keeping: Keeping;
}

const importOperations = partOnDemand(() => import('./operations.ts'));

const unavailable: IdentityFailure = { name: 'unavailable', message: '' };

/**
 * Opens the identity service: takes an answer of the hosted sign-in pages out of the address, and looks at what this
 * device keeps. That is all a guest's first page needs; whatever asks the service is loaded with the first question.
 */
export const createIdentity = (settings: IdentitySettings, environment = browserEnvironment()): Identity => {
  const { clientId, hostedUiDomain, verification } = settings;
  const { page, address, openChannel, openStorage } = environment;
  const storage = openStorage(settings.storage);
  const tabStorage = openStorage('session');
  const departures = createDepartureKeeper(clientId, tabStorage);
  const returned = hostedUiDomain === undefined ? null : departures.takeReturn(address);
  const sessions = createSessionKeeper(clientId, storage);
  // The wait for a link belongs to the one tab that can end it.
  const pending = createPendingKeeper(clientId, verification === 'link' ? tabStorage : storage);
  const holder = createSessionHolder({
    clientId,
    sessions,
    page,
    news: createTabNews(openChannel(`coffer.${clientId}.session`)),
    isShared: () => settings.storage === 'local' && storage.isKept(),
  });

  let loading: Promise<Operations> | null = null;
  const load = (): Promise<Operations> => {
    loading ??= importOperations().then(
      ({ createOperations }) =>
        createOperations({ settings, environment, storage, sessions, holder, departures, returned }),
      (cause: unknown) => {
        loading = null;
        throw new UnavailableError('The operations could not be loaded', { cause });
      },
    );
    return loading;
  };

  const ask = async <Result>(
    operation: (operations: Operations) => Promise<Result>,
  ): Promise<Result | { outcome: 'refused'; failure: IdentityFailure }> => {
    const operations = await load().catch(() => null);
    return operations === null ? { outcome: 'refused', failure: unavailable } : operation(operations);
  };

  const proveSession = () => {
    if (holder.own() === null) return;
    load().then(
      (operations) => operations.proveSession(),
      () => undefined,
    );
  };

  const accessToken: Identity['accessToken'] = async (request) => (await load()).accessToken(request);

  return {
    async restore() {
      const session = holder.adopt();
      if (session === null) sessions.forget();
      else if (session.secondsLeft(Date.now()) <= 0) void accessToken().catch(() => undefined);
      const { pendingVerification, pendingReset } = pending.read();
      const isLink = verification === 'link';
      if (isLink) pending.keep({ pendingVerification: null, pendingReset });
      return {
        user: session?.user ?? null,
        pendingVerification: isLink ? null : pendingVerification,
        interruptedLink: isLink ? pendingVerification : null,
        pendingReset,
        returnsFromHostedUi: returned !== null,
      };
    },
    watch(send) {
      const stopHolder = holder.watch(send);
      const stopReturns = watchReturns(environment, { look: holder.compare, ask: proveSession });
      return () => {
        stopHolder();
        stopReturns();
      };
    },
    keepPending: pending.keep,
    endSession: holder.lose,
    async forgetSession() {
      const hosted = holder.own()?.hosted ?? false;
      holder.release();
      return { hosted };
    },
    keeping: {
      isKept: () => settings.storage === 'memory' || storage.isKept(),
      onKeptChange: storage.onKeptChange,
    },
    accessToken,
    signUp: (registration, signal) => ask(({ signUp }) => signUp(registration, signal)),
    signIn: (credentials, signal) => ask(({ signIn }) => signIn(credentials, signal)),
    repeatSignIn: (signal) => ask(({ repeatSignIn }) => repeatSignIn(signal)),
    forgetCredentials() {
      loading?.then(
        ({ forgetCredentials }) => forgetCredentials(),
        () => undefined,
      );
    },
    confirmEmail: (input) => ask(({ confirmEmail }) => confirmEmail(input)),
    sendVerificationCode: (input) => ask(({ sendVerificationCode }) => sendVerificationCode(input)),
    sendResetCode: (input) => ask(({ sendResetCode }) => sendResetCode(input)),
    resetPassword: (input) => ask(({ resetPassword }) => resetPassword(input)),
    signOut: () => ask(({ signOut }) => signOut()),
    openHostedSignIn: async (signal) => (await load()).openHostedSignIn(signal),
    completeHostedSignIn: (signal) => ask(({ completeHostedSignIn }) => completeHostedSignIn(signal)),
    openHostedSignOut: async (signal) => (await load()).openHostedSignOut(signal),
    listDevices: () => ask(({ listDevices }) => listDevices()),
    forgetDevice: (input) => ask(({ forgetDevice }) => forgetDevice(input)),
  };
};
