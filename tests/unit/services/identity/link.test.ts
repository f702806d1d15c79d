import { expect, it } from 'vitest';
import { createDevice, email, openTab, password, poolOfFile } from './world.ts';

const registration = { email, password, firstName: 'Ada', lastName: 'Lovelace', phone: '+15551234567' };
const never = new AbortController().signal;

const pool = await poolOfFile({ verification: 'link' });

const open = (tabDevice = createDevice()) => {
  const device = createDevice();
  const tab = openTab(pool.endpoint, device, { tabDevice, settings: { verification: 'link' } });
  return { ...tab, device, tabDevice };
};

const openLink = async (to: string) => {
  const link = new URL(pool.admin.mail(to)[0]?.link ?? '');
  await fetch(new URL(`${link.pathname}${link.search}`, pool.endpoint));
};

it('opening a verification link signs in with the sign-up’s credentials, which are never stored', async () => {
  const { identity, device, tabDevice } = open();
  expect(await identity.signUp(registration, never)).toEqual({
    outcome: 'done',
    email,
    verification: 'link',
    waiting: null,
  });
  const unconfirmed = {
    outcome: 'unconfirmed',
    email,
    verification: 'link',
    message: 'User is not confirmed.',
  };
  expect(await identity.repeatSignIn(never)).toEqual(unconfirmed);
  await openLink(email);
  expect(await identity.repeatSignIn(never)).toMatchObject({ outcome: 'done', user: { email } });
  expect(JSON.stringify([...device.entries, ...tabDevice.entries])).not.toContain(password);
});

it('a sign-in with an unopened verification link can be repeated until forgetCredentials is called', async () => {
  const address = 'grace@example.com';
  const { identity } = open();
  await open().identity.signUp({ ...registration, email: address }, never);
  expect(await identity.signIn({ email: address, password }, never)).toEqual({
    outcome: 'unconfirmed',
    email: address,
    verification: 'link',
    message: 'User is not confirmed.',
  });
  expect(await identity.repeatSignIn(never)).toMatchObject({ outcome: 'unconfirmed' });
  identity.forgetCredentials();
  await expect(identity.repeatSignIn(never)).rejects.toThrow('no credentials');
});

it('an aborted sign-up drops its credentials, and an aborted poll signs no one in', async () => {
  const address = 'mary@example.com';
  const left = open();
  await left.identity.signUp({ ...registration, email: address }, AbortSignal.abort());
  await expect(left.identity.repeatSignIn(never)).rejects.toThrow('no credentials');

  const { identity, device } = open();
  await identity.signIn({ email: address, password }, never);
  await openLink(address);
  const leaving = new AbortController();
  const answer = identity.repeatSignIn(leaving.signal);
  leaving.abort();
  expect(await answer).toMatchObject({ outcome: 'refused' });
  expect(device.entries.size).toBe(0);
});

it('a reloaded tab learns once that it was waiting for its verification link', async () => {
  const { identity, tabDevice } = open();
  identity.storePending({ pendingVerification: email, pendingReset: null, codeSentTo: email });
  expect(await open().identity.restore()).toMatchObject({ interruptedLink: null });
  expect(await open(tabDevice).identity.restore()).toMatchObject({
    interruptedLink: email,
    pendingVerification: null,
    challenge: null,
    codeSentTo: null,
  });
  expect(await open(tabDevice).identity.restore()).toMatchObject({ interruptedLink: null });
});
