import { beforeEach, describe, expect, it } from 'vitest';
import { createChannels, createDevice, email, openTab, password, poolOfFile } from './world.ts';

const eve = 'eve@example.com';

const pool = await poolOfFile();
for (const address of [email, eve]) await pool.admin.createConfirmedUser({ email: address, password });

describe.each(['session', 'memory'] as const)('tabs with separate sessions (%s)', (storage) => {
  let channels: ReturnType<typeof createChannels>;
  const open = () => openTab(pool.endpoint, createDevice(), { channels, settings: { storage } });

  beforeEach(() => {
    channels = createChannels();
  });

  it('are signed out together, and never share a token', async () => {
    const [one, other] = [open(), open()];
    await one.identity.signIn({ email, password });
    await other.identity.signIn({ email, password });
    expect(one.events).toEqual([]);
    await other.identity.signOut();
    expect(one.events).toEqual([{ type: 'session.ended' }]);
    expect(await one.identity.restore()).toMatchObject({ user: null });
    expect(channels.told).toEqual(
      ['signed-in', 'signed-in', 'signed-out'].map((type) => ({ type, username: expect.any(String) })),
    );
    expect(JSON.stringify(channels.told)).not.toMatch(/ey|@/);
  });

  it('lose their sessions when another user signs in, but not when that user signs out', async () => {
    const [one, other, third] = [open(), open(), open()];
    await other.identity.signIn({ email: eve, password });
    await one.identity.signIn({ email, password });
    expect(other.events).toEqual([{ type: 'session.ended' }]);
    expect(third.events).toEqual([]);
    await other.identity.signOut();
    expect(one.events).toEqual([]);
  });

  it('ignore invalid messages', async () => {
    const tab = open();
    await tab.identity.signIn({ email, password });
    for (const data of [null, 'signed-out', { type: 'signed-out' }, { type: 'x', username: 'y' }])
      channels.open().postMessage(data);
    expect(tab.events).toEqual([]);
  });
});

it('tabs that share a session check the session instead of trusting messages', async () => {
  const channels = createChannels();
  const device = createDevice();
  const [one, other] = [
    openTab(pool.endpoint, device, { channels }),
    openTab(pool.endpoint, device, { channels }),
  ];
  await one.identity.signIn({ email, password });
  expect(other.events).toMatchObject([{ type: 'session.replaced', user: { email } }]);
  channels.open().postMessage({ type: 'signed-out', username: 'another-user' });
  channels.open().postMessage({ type: 'signed-in', username: 'another-user' });
  expect(one.events).toEqual([]);
  await one.identity.signOut();
  expect(other.events.at(-1)).toEqual({ type: 'session.ended' });
});

it('a tab can sign in even if its channel to other tabs refuses messages', async () => {
  const refuse = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
  const channels = { told: [], open: () => ({ postMessage: refuse, addEventListener: () => undefined }) };
  const { identity } = openTab(pool.endpoint, createDevice(), { channels });
  expect(await identity.signIn({ email, password })).toMatchObject({ outcome: 'done' });
});

describe('a refocused tab', () => {
  const signIn = async () => {
    const tab = openTab(pool.endpoint, createDevice());
    await tab.identity.signIn({ email, password });
    pool.operations.length = 0;
    return tab;
  };

  it('keeps a session that is valid or can’t be checked', async () => {
    const tab = await signIn();
    tab.focus();
    await expect.poll(() => pool.operations).toEqual(['GetUser']);
    const offline = await signIn();
    pool.intercept(() => new Response('', { status: 503 }));
    offline.focus();
    await expect.poll(() => pool.operations).toEqual(['GetUser']);
    expect([...tab.events, ...offline.events]).toEqual([]);
  });

  it('sends nothing if it is hidden, signed out or unwatched, or gets the focus from a frame', async () => {
    const hidden = await signIn();
    hidden.place.visible = false;
    const stopped = await signIn();
    stopped.stop();
    const inFrame = await signIn();
    const seen = await signIn();
    await pool.admin.revokeSessions(email);
    hidden.focus();
    stopped.focus();
    openTab(pool.endpoint, createDevice()).focus();
    inFrame.visitFrame();
    seen.focus();
    await expect.poll(() => seen.events).toEqual([{ type: 'session.ended' }]);
    expect(pool.operations).toEqual(['GetUser', 'InitiateAuth']);
  });
});
