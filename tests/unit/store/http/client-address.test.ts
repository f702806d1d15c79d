import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { clientAddress, type TrustedProxies } from '#server/store/http/client-address.ts';
import { toNetwork } from '#server/store/http/networks.ts';

const addressOf = async (remoteAddress: string | undefined, proxies: TrustedProxies, forwarded?: string) => {
  const app = new Hono().get('/', (c) => c.json(clientAddress(c, proxies) ?? null));
  const reply = await app.request(
    '/',
    { headers: forwarded === undefined ? {} : { 'X-Forwarded-For': forwarded } },
    remoteAddress === undefined ? {} : { incoming: { socket: { remoteAddress } } },
  );
  return reply.json();
};

describe('clientAddress', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::ffff:cb00:7107', '203.0.113.7'],
    ['0:0:0:0:0:FFFF:203.0.113.7', '203.0.113.7'],
    ['2001:db8::1', '2001:db8::1'],
    ['127.0.0.1', null],
    ['::1', null],
    ['10.1.2.3', null],
    ['172.31.0.1', null],
    ['192.168.1.1', null],
    ['::ffff:192.168.1.1', null],
    ['::ffff:c0a8:101', null],
    ['fe80::1%eth0', null],
    ['169.254.1.1', null],
    ['100.64.0.1', null],
    ['fd00::1', null],
    ['fe80::1', null],
    [undefined, null],
  ])('maps a connection from %s to %s', async (remote, address) => {
    expect(await addressOf(remote, 0)).toBe(address);
  });

  it('ignores X-Forwarded-For without a trusted proxy', async () => {
    expect(await addressOf('203.0.113.7', 0, '198.51.100.1')).toBe('203.0.113.7');
  });

  it.each([
    [1, '198.51.100.1', '198.51.100.1'],
    [1, '192.0.2.1, 198.51.100.1', '198.51.100.1'],
    [2, '192.0.2.1, 198.51.100.1, 203.0.113.9', '198.51.100.1'],
    [2, '198.51.100.1', null],
    [1, undefined, null],
    [1, 'unknown', null],
    [1, '10.0.0.1', null],
  ])('trusts %i proxies and reads the header %j as %s', async (proxies, forwarded, address) => {
    expect(await addressOf('10.0.0.2', proxies, forwarded)).toBe(address);
  });

  it.each([
    ['10.0.0.2', '198.51.100.1, 203.0.113.9', '198.51.100.1'],
    ['10.0.0.2', '192.0.2.1, 198.51.100.1, 203.0.113.9', '198.51.100.1'],
    ['::ffff:10.0.0.2', '2001:db8::1, 2001:db8:ffff::1', '2001:db8::1'],
    // The store ignores forwarded addresses on a connection that isn't from a proxy.
    ['192.0.2.7', '198.51.100.1', '192.0.2.7'],
    ['10.0.0.2', '198.51.100.1, 192.0.2.7', '192.0.2.7'],
    // The store never takes a proxy's address as the client's.
    ['10.0.0.2', undefined, null],
    ['10.0.0.2', '203.0.113.9', null],
    ['10.0.0.2', '198.51.100.1, unknown', null],
    [undefined, '198.51.100.1, unknown', null],
  ])(
    'trusts networks and reads a connection from %s with the header %j as %s',
    async (remote, forwarded, address) => {
      const proxies = ['10.0.0.0/8', '203.0.113.0/24', '2001:db8:ffff::/48'].map(toNetwork);
      expect(await addressOf(remote, proxies, forwarded)).toBe(address);
    },
  );
});
