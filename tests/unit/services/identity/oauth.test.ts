import { beforeEach, describe, expect, it } from 'vitest';
import { hostedSignInTexts } from '#texts/hosted-sign-in.ts';
import {
  appOrigin,
  createDevice,
  type Device,
  email,
  openTab,
  password,
  poolOfFile,
  refused,
  someone,
} from './world.ts';

const pool = await poolOfFile();
await pool.admin.createConfirmedUser({ email, password, firstName: 'Ada' });

describe('the hosted pages', () => {
  let device: Device;
  let tabDevice: Device;
  const never = new AbortController().signal;

  beforeEach(() => {
    device = createDevice();
    tabDevice = createDevice();
  });

  const open = (address = `${appOrigin}/login`) =>
    openTab(pool.endpoint, device, {
      tabDevice,
      address,
      settings: { hostedUiDomain: new URL(pool.endpoint).host },
    });

  const depart = async (address?: string): Promise<URL> => {
    const tab = open(address);
    void tab.identity.openHostedSignIn(never);
    await expect.poll(() => tab.visits).toHaveLength(1);
    const [visited] = tab.visits;
    if (visited === undefined) throw new Error('The page was not left');
    return visited;
  };

  const refuseThere = ({ searchParams }: URL, error: string, description: string) => {
    searchParams.delete('code');
    searchParams.set('error', error);
    searchParams.set('error_description', description);
  };

  const signInThere = async (page: URL, as = email): Promise<string> => {
    const response = await fetch(page, {
      method: 'POST',
      body: new URLSearchParams({ email: as, password }),
      headers: { origin: page.origin },
      redirect: 'manual',
    });
    return response.headers.get('location') ?? '';
  };

  it('start a session that is refreshed with its device key, which a sign-out removes', async () => {
    pool.admin.updateSettings({ deviceTracking: true });
    // Sign in as someone else, because the pool can still finish another test's aborted sign-in.
    const other = someone();
    await pool.admin.createConfirmedUser({ email: other, password });
    const { identity } = open(await signInThere(await depart(), other));
    await identity.completeHostedSignIn(never);
    expect(await identity.listDevices()).toMatchObject({ devices: [{ current: true }] });
    const refused = await identity.accessToken();
    expect(await identity.accessToken({ refused })).not.toBe(refused);
    await identity.signOut();
    expect([...device.entries.keys()].filter((key) => key.endsWith('.deviceKey'))).toEqual([]);
  });

  it('return a code that works once', async () => {
    const back = open(await signInThere(await depart()));
    expect(await back.identity.completeHostedSignIn(never)).toMatchObject({ outcome: 'done' });
    expect(await back.identity.completeHostedSignIn(never)).toMatchObject({ outcome: 'refused' });
  });

  it.each<[string, (address: URL) => void]>([
    ['with another state', ({ searchParams }) => searchParams.set('state', 'forged')],
    ['with an invalid code', ({ searchParams }) => searchParams.set('code', 'forged')],
    [
      'that this tab did not request, whatever it says',
      (address) => {
        tabDevice.entries.clear();
        refuseThere(address, 'access_denied', 'Call 555-0100 now.');
      },
    ],
  ])('start no session after a redirect %s', async (_, change) => {
    const address = new URL(await signInThere(await depart()));
    change(address);
    const back = open(address.href);
    expect(back.place.address.href).toBe(`${appOrigin}/login`);
    expect(await back.identity.completeHostedSignIn(never)).toEqual(refused('not-authorized', ''));
    expect(device.entries.size).toBe(0);
  });

  it.each([
    ['access_denied', 'User canceled', 'sign-in-canceled', hostedSignInTexts.canceled],
    ['invalid_request', '<b>No</b>\u202E\nphone', 'not-authorized', '<b>No</b> phone'],
    ['server_error', 'x'.repeat(400), 'not-authorized', `${'x'.repeat(300)}…`],
    ['server_error', '', 'not-authorized', ''],
  ])('explain the error %s, %j', async (error, description, name, message) => {
    const address = new URL(await signInThere(await depart()));
    refuseThere(address, error, description);
    expect(await open(address.href).identity.completeHostedSignIn(never)).toEqual(refused(name, message));
  });

  it.each([
    ['an HTML page', () => new Response('<html></html>', { status: 502 })],
    [
      'tokens that can’t be read',
      () => Response.json({ id_token: 'a', access_token: 'b', refresh_token: 'c' }),
    ],
    ['no tokens', () => Response.json({})],
  ])('are unavailable if they return %s', async (_, reply) => {
    const back = open(await signInThere(await depart()));
    pool.intercept(reply);
    expect(await back.identity.completeHostedSignIn(never)).toEqual(refused('unavailable', ''));
    expect(device.entries.size).toBe(0);
  });

  it('start no session once they are aborted', async () => {
    const back = open(await signInThere(await depart()));
    const givingUp = new AbortController();
    pool.intercept(async () => {
      givingUp.abort();
      return null;
    });
    await back.identity.completeHostedSignIn(givingUp.signal).catch(() => undefined);
    expect(device.entries.size).toBe(0);
  });

  it('can be left with Back', async () => {
    const tab = open();
    let isBack = false;
    const away = tab.identity.openHostedSignOut(never).then(() => {
      isBack = true;
    });
    await expect.poll(() => tab.visits).toHaveLength(1);
    expect(tab.visits[0]?.href).toBe(
      `${new URL(pool.endpoint).origin}/logout?client_id=coffer-local-web&logout_uri=${encodeURIComponent(`${appOrigin}/login`)}`,
    );
    expect(isBack).toBe(false);
    tab.returnFromCache();
    await away;
    expect(isBack).toBe(true);
  });

  it('are never opened if none are configured, and their parameters are ignored', async () => {
    const tab = openTab(pool.endpoint, device, { address: `${appOrigin}/login?code=a&state=b` });
    expect(tab.place.address.search).toBe('?code=a&state=b');
    expect(await tab.identity.restore()).toMatchObject({ returnsFromHostedUi: false });
    await expect(tab.identity.openHostedSignIn(never)).rejects.toThrow('No hosted sign-in is configured');
  });
});
