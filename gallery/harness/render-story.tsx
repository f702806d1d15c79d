import { createMemoryHistory } from '@tanstack/react-router';
import { StrictMode } from 'react';
import type { Root } from 'react-dom/client';
import { type AnyActorRef, type AnyMachineSnapshot, isMachineSnapshot } from 'xstate';
import { App, Misconfigured } from '#app/app.tsx';
import { navigateAccount } from '#app/customer/reactions.ts';
import { type AppRouter, createAppRouter } from '#app/router.ts';
import { announcePages } from '#app/startup/page-arrival.ts';
import { statePaths } from '#devtools/chart-text.ts';
import { loadLater } from '#features/dashboard/later.tsx';
import type { AuthActor } from '#features/shared/app-context.ts';
import { isAuthenticated } from '#machines/account/auth.selectors.ts';
import { createToasts } from '#services/toasts/toasts.ts';
import { isOfCustomer, type Story } from '../stories/story.ts';
import { authFixture, promisesSettled, sendAuthEvents, sendEvents, sendListEvents } from './actors.ts';
import { authenticatorOff, fewPasskeys, fullDevices, idleProfile } from './fixtures.ts';
import { cardFieldsDrawn, chartDrawn, idle, qrCodesDrawn } from './page-settled.ts';
import { sessionFixture } from './session.ts';

export interface RenderedStory {
  /** Resolves with the machines' states, such as `checkout.ready`, when everything has settled. */
  readonly settled: Promise<readonly string[]>;
  /** Stops background work. Call this after unmounting the screen. */
  end(): void;
}

export const productName = 'Credits';

export const renderStory = (story: Story, root: Root): RenderedStory => {
  if (story.misconfigured !== undefined) return renderMisconfigured(story.misconfigured, root);
  const backOnline = story.offline === true ? goOffline() : () => undefined;
  const session = sessionFixture(story);
  const auth = authFixture(story.auth ?? {}, isOfCustomer(story));
  const inspection =
    story.inspected === true ? { roots: new Set([auth]), inspect: ignore, observe: ignore } : null;
  const router = createAppRouter({ auth, customer: session.scope, productName, inspection });
  const history = createMemoryHistory({ initialEntries: ['/'] });
  history.replace(story.at, story.historyState);
  router.update({ ...router.options, history });
  navigateAccount(auth, router);
  announcePages(router);

  const arrival = arrivalAt(router);
  auth.start();
  root.render(<StrictMode>{appOf(story, auth, router)}</StrictMode>);

  const arrive = async () => {
    await loadLater();
    await (story.pending === true ? promisesSettled() : arrival);
    if (story.inspected === true) await chartDrawn();
    await idle();
    await sendAuthEvents(auth, story.auth ?? {});
    if (story.pending !== true && router.state.status === 'pending') await arrivalAt(router);
    await sendEvents(session.checkout, story.checkout?.events);
    const { ledger, activity } = session.pages;
    if (ledger !== null) await sendListEvents(ledger, story.ledger?.events);
    if (activity !== null) await sendListEvents(activity, story.activity?.events);
    for (const [name, text] of Object.entries(story.entries ?? {})) type(name, text);
    for (const name of story.presses ?? []) await press(name);
    for (const registration of session.registrations)
      await sendEvents(registration, story.registration?.events);
    await cardFieldsDrawn();
    await qrCodesDrawn();
    await idle();
    return [
      ...statesOf(auth),
      ...(isAuthenticated(auth.getSnapshot()) ? statesOf(session.checkout) : []),
      ...session.registrations.flatMap(statesOf),
      ...(ledger === null ? [] : statesOf(ledger)),
      ...(activity === null ? [] : statesOf(activity)),
    ];
  };
  return {
    settled: arrive(),
    end() {
      auth.stop();
      session.end();
      backOnline();
    },
  };
};

/** Returns the app with a story's settings. */
export const appOf = (story: Story, auth: AuthActor, router: AppRouter) => (
  <App
    router={router}
    context={{
      auth,
      productName,
      devices: { ...fullDevices, ...story.devices },
      loadSecurity: async () => ({
        authenticator: { ...authenticatorOff, ...story.authenticator },
        consumePasskeyOffer: () => story.passkeyOffer === true,
        loadPasskeys: async () => ({ ...fewPasskeys, ...story.passkeyChanges }),
        loadProfile: async () => ({ ...idleProfile, ...story.profile }),
      }),
      prefetchForForms: ignore,
      persistence: {
        isPersisted: () => story.notKept !== true,
        onPersistedChange: () => () => undefined,
      },
      verification: story.verification ?? 'code',
      hostedSignIn: story.hostedSignIn === true,
      passkeys: story.passkeys === true,
      support: 'support@example.com',
      seller: 'Example, Inc.',
      creditsMeaning: story.creditsMeaning ?? null,
      selfRefundDays: 14,
      usTerritories: false,
      returnUrl: story.returnUrl ?? null,
    }}
    toasts={createToasts()}
  />
);

const renderMisconfigured = (problem: string, root: Root): RenderedStory => {
  root.render(<Misconfigured problem={problem} />);
  return { settled: idle().then(() => []), end: ignore };
};

const ignore = () => undefined;

const press = async (name: string): Promise<void> => {
  await idle();
  const buttons = [...(document.querySelector('dialog[open]') ?? document).querySelectorAll('button')];
  buttons.find(({ ariaLabel, textContent }) => (ariaLabel ?? textContent) === name)?.click();
  await idle();
};

/** Types into the field with this name. */
const type = (name: string, text: string): void => {
  const field = document.querySelector<HTMLInputElement>(`input[name="${name}"]`);
  if (field === null) return;
  field.value = text;
  field.dispatchEvent(new Event('input', { bubbles: true }));
};

/** Returns the current states of a machine and its child machines. */
const statesOf = (actor: AnyActorRef): string[] => {
  const snapshot: unknown = actor.getSnapshot();
  if (!isMachineSnapshot(snapshot)) return [];
  const { machine, value }: AnyMachineSnapshot = snapshot;
  const children: readonly AnyActorRef[] = Object.values(snapshot.children);
  return [...statePaths(value).map((path) => `${machine.id}.${path}`), ...children.flatMap(statesOf)];
};

/** Resolves when the page itself is rendered, not only its fallback. */
const arrivalAt = (router: AppRouter): Promise<void> =>
  new Promise((resolve) => {
    const stop = router.subscribe('onRendered', () => {
      stop();
      resolve();
    });
  });

const goOffline = (): (() => void) => {
  Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => false });
  window.dispatchEvent(new Event('offline'));
  return () => {
    Reflect.deleteProperty(navigator, 'onLine');
    window.dispatchEvent(new Event('online'));
  };
};
