import type { LookupAddress, lookup } from 'node:dns';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { createLookup, PrivateAddressError } from '#server/store/webhooks/addresses.ts';
import { problemOfUrl } from '#server/store/webhooks/endpoint-url.ts';

const strict = { allowsPrivate: false };
const notHttps = 'is not an https URL (http is only allowed for this machine)';
const privateAddress = 'has a private address. WEBHOOK_PRIVATE_ADDRESSES=true allows those';

it.each([
  ['https://merchant.example/hooks?shop=1', null],
  ['https://merchant.example:8443/', null],
  ['https://8.8.8.8/', null],
  ['https://[2606:4700::1111]/', null],
  ['http://localhost:3000/hooks', null],
  ['http://127.0.0.1:3000/', null],
  ['http://[::1]:3000/', null],
  ['hooks', 'is not a URL'],
  ['https://merchant.example/\u202e', 'is not a URL'],
  [`https://merchant.example/${'a'.repeat(2_000)}`, 'has more than 2000 characters'],
  ['http://merchant.example/', notHttps],
  ['ftp://localhost/', notHttps],
  ['file:///etc/passwd', notHttps],
  ['http://10.0.0.1/', notHttps],
  ['https://ada@merchant.example/', 'contains a user name or password'],
  ['https://:secret@merchant.example/', 'contains a user name or password'],
  ['https://0.0.0.0/', privateAddress],
  ['https://10.0.0.1/', privateAddress],
  ['https://167772161/', privateAddress],
  ['https://0x0a.0.0.1/', privateAddress],
  ['https://100.64.0.1/', privateAddress],
  ['https://169.254.169.254/latest/meta-data', privateAddress],
  ['https://172.31.255.255/', privateAddress],
  ['https://192.168.1.1/', privateAddress],
  ['https://224.0.0.1/', privateAddress],
  ['https://255.255.255.255/', privateAddress],
  ['https://[::]/', privateAddress],
  ['https://[::ffff:127.0.0.1]/', privateAddress],
  ['https://[::ffff:8.8.8.8]/', privateAddress],
  ['https://[::8.8.8.8]/', privateAddress],
  ['https://[64:ff9b::7f00:1]/', privateAddress],
  ['https://[2002:7f00:1::]/', privateAddress],
  ['https://[fc00::1]/', privateAddress],
  ['https://[fd00:ec2::254]/', privateAddress],
  ['https://[fe80::1]/', privateAddress],
  ['https://[ff02::1]/', privateAddress],
])('problemOfUrl(%j) returns %j', (url, problem) => {
  expect(problemOfUrl(url, strict)).toBe(problem);
});

it('problemOfUrl allows private addresses if configured, but not over http', () => {
  expect(problemOfUrl('https://10.0.0.1/', { allowsPrivate: true })).toBeNull();
  expect(problemOfUrl('http://10.0.0.1/', { allowsPrivate: true })).toBe(notHttps);
});

const resolving = (...addresses: LookupAddress[]) => {
  const resolve = (_: string, __: unknown, callback: (error: null, found: LookupAddress[]) => void) =>
    callback(null, addresses);
  return promisify(createLookup(strict, resolve as typeof lookup));
};
const isPrivate = { address: '10.0.0.1', family: 4 };
const isPublic = { address: '8.8.8.8', family: 4 };
const isThisMachine = { address: '127.0.0.1', family: 4 };

it('createLookup resolves a host name only to its public addresses', async () => {
  expect(await resolving(isPrivate, isPublic)('merchant.example', { all: true })).toEqual([isPublic]);
  for (const refused of [isPrivate, isThisMachine, { address: 'fd00::1', family: 6 }])
    await expect(resolving(refused)('merchant.example', { all: true })).rejects.toThrow(PrivateAddressError);
});

it('createLookup resolves localhost only to this machine', async () => {
  expect(await resolving(isThisMachine)('localhost', { all: true })).toEqual([isThisMachine]);
  await expect(resolving(isPublic)('localhost', { all: true })).rejects.toThrow(PrivateAddressError);
});
