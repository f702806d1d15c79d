import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { parseConfig } from '#services/config-checks.ts';
import { termsTexts } from '#texts/terms.ts';

const smallest = {
  apiBaseUrl: 'http://localhost:5175',
  cognito: { userPoolId: 'local_Coffer', clientId: 'coffer-local-web' },
  gateway: { scriptUrl: 'http://localhost:5176/token/Collect.js', tokenizationKey: 'a-key' },
};
const whole = {
  ...smallest,
  productName: 'Coins',
  cognito: {
    ...smallest.cognito,
    endpoint: 'http://localhost:5174',
    hostedUiDomain: 'auth.example.com',
    verification: 'link',
  },
  storage: 'session',
  idempotencyKey: true,
  selfRefundDays: 30,
};

const read = (content: unknown) => parseConfig(JSON.stringify(content));

const withField = (field: string, value: unknown) => {
  const [group, name] = field.split('.');
  if (name === undefined) return { ...smallest, [field]: value };
  return group === 'cognito'
    ? { ...smallest, cognito: { ...smallest.cognito, [name]: value } }
    : { ...smallest, gateway: { ...smallest.gateway, [name]: value } };
};

const addressFields = ['apiBaseUrl', 'cognito.endpoint', 'gateway.scriptUrl', 'reportUrl', 'cspReportUrl'];
const texts = [
  'productName',
  'cognito.clientId',
  'gateway.tokenizationKey',
  'seller',
  'creditsMeaning',
  'language',
  'support',
];
const booleans = ['idempotencyKey', 'usTerritories', 'inspect', 'machinesPanel'];
const anything = [null, 5, [], {}];

describe('the configuration', () => {
  it('has defaults for optional fields', () => {
    expect(read(smallest)).toEqual({
      ...smallest,
      productName: 'Credits',
      storage: 'local',
      idempotencyKey: false,
      selfRefundDays: 14,
    });
  });

  it('keeps given fields unchanged', () => {
    expect(read(whole)).toEqual(whole);
  });

  it('matches the deployment example', async () => {
    const example = await readFile('deploy/config.example.json', 'utf8');
    expect(parseConfig(example)).toEqual(JSON.parse(example));
  });

  it('is parsed without spaces around its texts', () => {
    expect(read({ ...whole, productName: ' \u{feff}Coins\n' })).toEqual(whole);
  });

  it.each([
    [{ ...smallest, apiBaseUrl: undefined }, 'apiBaseUrl: is missing'],
    [{ ...smallest, apiBaseUrl: 'javascript:alert(1)' }, 'apiBaseUrl: must be an http(s) URL'],
    [{ ...smallest, apiBaseUrl: 'http://store.example' }, 'apiBaseUrl: must be an https URL'],
    [{ ...smallest, productName: 'Two\nlines' }, 'productName: must be one line'],
    [{ ...smallest, cognito: undefined }, 'cognito: is missing'],
    [{ ...smallest, cognito: 'local' }, 'cognito: must be an object'],
    [
      { ...smallest, cognito: { userPoolId: 'local', clientId: ' ' } },
      'cognito.userPoolId: must look like us-east-1_AbCdEf; cognito.clientId: must not be empty',
    ],
    [
      { ...smallest, gateway: { scriptUrl: 5 } },
      'gateway.scriptUrl: must be text; gateway.tokenizationKey: is missing',
    ],
    [{ ...smallest, productName: '' }, 'productName: must not be empty'],
    [{ ...smallest, storage: 'cookie' }, 'storage: must be one of local, session, memory'],
    [{ ...smallest, idempotencyKey: 'yes' }, 'idempotencyKey: must be true or false'],
    [{ ...smallest, selfRefundDays: 366 }, 'selfRefundDays: must be a number of days from 0 to 365'],
    [[], 'apiBaseUrl: is missing; cognito: is missing; gateway: is missing'],
    ['a text', 'must be an object'],
    [null, 'must be an object'],
  ])('is rejected with a problem for each wrong or missing field: %j', (content, message) => {
    expect(() => read(content)).toThrow(expect.objectContaining({ name: 'ConfigError', message }));
  });

  it.each(['', '<html></html>'])('can’t be %j', (json) => {
    expect(() => parseConfig(json)).toThrow('is not JSON');
  });

  it.each<readonly [string, unknown]>([
    ...[...addressFields, ...texts, ...booleans].flatMap((field) =>
      anything.map((value) => [field, value] as const),
    ),
    ...[...addressFields, ...texts].map((field) => [field, true] as const),
    ...[null, -1, 1.5, '14', true].map((days) => ['selfRefundDays', days] as const),
    ...addressFields.flatMap((field) =>
      [
        ...'http://plain.example/ ftp://example.com //example.com example.com http://'.split(' '),
        ...'data:text/javascript,run() https://user:secret@example.com'.split(' '),
        ...[';', ',', "'", '"', ' ', '*', '\\;', '@'].map((sign) => `https://a${sign}b.example*/`),
      ].map((value) => [field, value] as const),
    ),
    ...[
      ...["a.example?x; script-src-elem * 'unsafe-inline'", "a.example'", 'a.example b.example'],
      ...'a.example;b a.example,b.example a.example" *.example a.example\\b user@a.example'.split(' '),
      ...'a.example#b a.example:99999 a.example/x ::1 https://auth.example.com'.split(' '),
    ].map((host) => ['cognito.hostedUiDomain', host] as const),
    ...['us-east-1;_A', '* x_A', '_A', 'local', 'a\nb_C', `local_${'a'.repeat(50)}`].map(
      (id) => ['cognito.userPoolId', id] as const,
    ),
    ...['sms', 'Link', null].map((value) => ['cognito.verification', value] as const),
    ...['Local', 'toString', null].map((value) => ['storage', value] as const),
    ...['english language', 'en_GB', 'x', 'en"><script>'].map((tag) => ['language', tag] as const),
    ...['A\r\nX: 1', '\u001b[1m', '\ud800'].flatMap((name) =>
      ['productName', 'seller', 'creditsMeaning'].map((field) => [field, name] as const),
    ),
    ...[
      ...[
        'http://help.example.com',
        'help@',
        'help@localhost',
        'a b@example.com',
        'help@example.com?subject=x',
      ],
      ...['mailto:help@example.com', 'javascript:alert(1)', 'https://user@example.com'],
    ].map((value) => ['support', value] as const),
    ...[
      ...['https://a.example/', 'https://a.example/b', 'https://A.example', 'https://é.example', '*'],
      ...['https://a.example:443', 'http://a.example', 'https://*.example', 'a.example', 'null', 5, null],
      ...['https://user@a.example', 'blob:https://a.example', '', ['https://a.example']],
    ].map((origin) => ['returnOrigins', ['https://shop.example', origin]] as const),
    ...[null, 'https://shop.example', { 0: 'https://shop.example' }].map(
      (value) => ['returnOrigins', value] as const,
    ),
  ])('rejects %s as %j', (field, value) => {
    expect(() => read(withField(field, value))).toThrow(`${field}: must`);
  });

  it.each<readonly [string, unknown]>([
    ...addressFields.flatMap((field) =>
      'https://api.example.com/v1?a HTTPS://API.EXAMPLE.COM http://127.0.0.1:5175 https://[::1]/'
        .split(' ')
        .map((value) => [field, value] as const),
    ),
    ...['auth.example.com', 'localhost:65535', '[::FF]'].map(
      (host) => ['cognito.hostedUiDomain', host] as const,
    ),
    ['cognito.userPoolId', `local_${'a'.repeat(49)}`],
    ['cognito.verification', 'code'],
    ['storage', 'memory'],
    ['language', 'en-GB'],
    ['support', 'first.last+tag@mail.example.co.uk'],
    ['support', 'https://help.example.com/a?b=c'],
    ['seller', 'Example, Inc.'],
    ['returnOrigins', []],
    ['returnOrigins', ['https://shop.example', 'https://a.example:8443', 'http://[::1]:5180']],
    ...booleans.map((field) => [field, true] as const),
  ])('accepts %s set to %j', (field, value) => {
    const content = withField(field, value);
    expect(read(content)).toMatchObject(content);
  });
});

it.each([
  [30, ['within 14 days', 'for 30 days:']],
  [1, ['within 14 days', 'for 1 day:']],
  [0, ['within 14 days']],
])('the terms state how customers can refund purchases for selfRefundDays: %i', (days, words) => {
  const stated = words.map((text) => expect.stringContaining(text));
  expect(termsTexts(days).sections.Refunds).toEqual(stated);
});
