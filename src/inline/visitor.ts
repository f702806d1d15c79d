import { readClaims } from '#services/identity/stored-session.ts';
import { nativeStorage } from '#services/storage/device-storage.ts';

/** Returns the ID tokens of all clients' stored sessions. The app checks whether they are valid. */
const storedIdTokens = (): readonly string[] =>
  [nativeStorage('local'), nativeStorage('session')].flatMap((storage) =>
    Object.keys(storage ?? {}).flatMap((key) => {
      const [, client] = /^(CognitoIdentityServiceProvider\.[^.]+)\.LastAuthUser$/.exec(key) ?? [];
      return client === undefined
        ? []
        : (storage?.getItem(`${client}.${storage.getItem(key)}.idToken`) ?? '');
    }),
  );

export const hasSession = (): boolean => storedIdTokens().length > 0;

/** Pages that show an email awaiting a code, with the name under which the app stores it. */
const pendingNames: Readonly<Record<string, string>> = {
  '/verify-email': 'pendingVerification',
  '/reset-password': 'pendingReset',
};

const keptEmail = (name: string): string | null => {
  const storage = nativeStorage('local');
  const [key, ...others] = Object.keys(storage ?? {}).filter(
    (key) => key.startsWith('coffer.') && key.endsWith(`.${name}`),
  );
  return key === undefined || others.length > 0 ? null : storage?.getItem(key) || null;
};

/** Returns whether this tab is waiting for a verification link, which any guest page may show. */
const isLinkAwaited = (): boolean =>
  Object.keys(nativeStorage('session') ?? {}).some((key) => /^coffer\..*\.pendingVerification$/.test(key));

/** Returns the history state of this visit, without the router's own members. */
const visitState = (): Readonly<Record<string, unknown>> => {
  const state: unknown = history.state;
  const members = typeof state === 'object' && state !== null ? Object.entries(state) : [];
  return Object.fromEntries(members.filter(([name]) => !/^(?:__|key$)/.test(name)));
};

const keptName = (): string | null => {
  const [idToken, ...others] = storedIdTokens();
  if (idToken === undefined || others.length > 0) return null;
  const { given_name: firstName, email } = readClaims(idToken);
  const name = [firstName, email].find((claim) => typeof claim === 'string' && claim.trim() !== '');
  return typeof name === 'string' ? name : null;
};

const isEmpty = (value: unknown) => value === undefined || value === false || value === '';

/**
 * Returns the text for a page's placeholder: a pending email, the customer's name or ''. Returns null if the
 * page doesn't fit this visitor, such as a guest page with a session. `page` is the rendered path.
 */
export const visitorNameFor = (page: string): string | null => {
  if (page === '/dashboard') return keptName();
  if (page === '/terms' || page === '/privacy') return Object.values(visitState()).every(isEmpty) ? '' : null;
  if (hasSession() || isLinkAwaited() || /[?&](?:code|error)=/.test(location.search)) return null;
  const { email: carried, ...others } = visitState();
  if (!Object.values(others).every(isEmpty)) return null;
  const pendingName = pendingNames[page];
  if (pendingName === undefined) return isEmpty(carried) ? '' : null;
  const email = keptEmail(pendingName);
  if (!isEmpty(carried) && carried !== email) return null;
  if (pendingName === 'pendingVerification' && keptEmail('codeSentTo') !== email) return null;
  return email;
};
