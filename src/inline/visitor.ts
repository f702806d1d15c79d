import { readClaims } from '#services/identity/kept-session.ts';
import { nativeStorage } from '#services/storage/device-storage.ts';

const storages = () => [nativeStorage('local'), nativeStorage('session')];

/** The sessions that this device keeps, of whichever client. Their validity is for the app to find out. */
const storedSessions = (): readonly { readonly idToken: string }[] =>
  storages().flatMap((storage) =>
    Object.keys(storage ?? {}).flatMap((key) => {
      const [, client] = /^(CognitoIdentityServiceProvider\.[^.]+)\.LastAuthUser$/.exec(key) ?? [];
      if (client === undefined) return [];
      return { idToken: storage?.getItem(`${client}.${storage.getItem(key)}.idToken`) ?? '' };
    }),
  );

/** The pages that are about an email which waits for a code, and under which name the app keeps it. */
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

/** Whether this tab waits for the link in a mail to be opened: any page for guests may say so. */
const isLinkAwaited = (): boolean =>
  Object.keys(nativeStorage('session') ?? {}).some((key) => /^coffer\..*\.pendingVerification$/.test(key));

/** What a navigation left with this visit: the members that are not the router's own. */
const visitState = (): Readonly<Record<string, unknown>> => {
  const state: unknown = history.state;
  const members = typeof state === 'object' && state !== null ? Object.entries(state) : [];
  return Object.fromEntries(members.filter(([name]) => !/^(?:__|key$)/.test(name)));
};

const keptName = (): string | null => {
  const [session, ...others] = storedSessions();
  if (session === undefined || others.length > 0) return null;
  const { given_name: firstName, email } = readClaims(session.idToken);
  const name = [firstName, email].find((claim) => typeof claim === 'string' && claim.trim() !== '');
  return typeof name === 'string' ? name : null;
};

const isEmpty = (value: unknown) => value === undefined || value === false || value === '';

/**
 * What a prerendered page has to call its visitor to be right: the email that it is about, or a customer's name. Empty
 * for a page that names nobody. Null where the page is not right as it was rendered: it is for guests and there is a
 * session, or the other way round; or the visitor comes with a message, or with an answer of the hosted pages.
 *
 * @param page the path of the page that was rendered
 */
export const visitorNameFor = (page: string): string | null => {
  if (page === '/dashboard') return keptName();
  if (page === '/terms' || page === '/privacy') return Object.values(visitState()).every(isEmpty) ? '' : null;
  if (storedSessions().length > 0 || isLinkAwaited() || /[?&](?:code|error)=/.test(location.search))
    return null;
  const { email: carried, ...others } = visitState();
  if (!Object.values(others).every(isEmpty)) return null;
  const pendingName = pendingNames[page];
  if (pendingName === undefined) return isEmpty(carried) ? '' : null;
  const email = keptEmail(pendingName);
  if (!isEmpty(carried) && carried !== email) return null;
  if (pendingName === 'pendingVerification' && keptEmail('codeSentTo') !== email) return null;
  return email;
};
