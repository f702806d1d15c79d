import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { creditsPerDollar } from '#domain/packages.ts';
import { compareSite } from '#server/store/config/compare-site.ts';
import { readConfig, readDatabaseLocation } from '#server/store/config/config.ts';
import { ConfigError } from '#server/store/config/secret-files.ts';
import { findMisspelled, ruleOf, secretNames, variables } from '#server/store/config/variables.ts';
import { decimalDollars, displayCents } from '#server/store/ledger/money.ts';
import type { LogFields } from '#server/store/logging/logging.ts';
import { defaultProductsFile, readProducts } from '#server/store/products/products.ts';
import { makeDirectory } from '../../../../packages/local-services/test/serving.ts';
import { createRecordingLog } from '../support/logs.ts';
import { listenOnLoopback } from '../support/loopback.ts';

const directory = await makeDirectory(afterAll);
const good = {
  PORT: '5175',
  DATA_DIR: '/tmp/data',
  COGNITO_ISSUER: 'https://cognito-idp.eu-central-1.amazonaws.com/eu-central-1_Abc',
  COGNITO_CLIENT_ID: 'client',
  AWS_ACCESS_KEY_ID: 'id',
  AWS_SECRET_ACCESS_KEY: 'secret',
  GATEWAY_URL: 'https://secure.example.com',
  GATEWAY_SECURITY_KEY: 'key',
  ALLOWED_ORIGINS: 'https://app.example.com, http://localhost:5173',
};

const mail = {
  MAIL_URL: 'smtp://us%40er:pass@mail.example.com',
  MAIL_FROM: 'Shop <mail@shop.example>',
  SELLER_NAME: 'Shop',
  SELLER_ADDRESS: '1 Main Street',
  SUPPORT: 'https://shop.example/help',
  API_URL: 'https://api.shop.example/',
  APP_URL: 'https://shop.example',
};

it.each([
  ['{"selfRefundDays":30}', ['14 here, 30 in config.json']],
  ['{"selfRefundDays":14}', []],
  ['{}', []],
  ['<html>', []],
  ['{"selfRefundDays":30}', [], 404],
])(
  'the store warns at startup if the site states another refund period: %s',
  async (json, warnings, status = 200) => {
    const site = await listenOnLoopback((_, response) => void response.writeHead(status).end(json));
    const logged: LogFields[] = [];
    const config = readConfig({ ...good, APP_URL: site.url });
    await compareSite({ config, log: createRecordingLog(logged) });
    expect(logged.map(({ why }) => why)).toEqual(warnings);
    await site.close();
  },
);

describe('the configuration', () => {
  it('is read from the environment', () => {
    const config = readConfig({ ...good, UNRELATED: 'x', PENDING_DEADLINE_MS: 'x', HOST: '' });
    expect(config).toMatchObject({
      port: 5175,
      host: '127.0.0.1',
      database: { dataDirectory: '/tmp/data' },
      userPool: { issuer: good.COGNITO_ISSUER, clientId: 'client' },
      gateway: { url: 'https://secure.example.com', securityKey: 'key', saleTimeoutMs: 25_000 },
      allowedOrigins: ['https://app.example.com', 'http://localhost:5173'],
      outcomeCaseMs: 72 * 3_600_000,
      returnsTakeCredits: true,
      trustedProxies: 0,
      selfRefundDays: 14,
    });
    expect(config.userPool.endpoint.href).toBe('https://cognito-idp.eu-central-1.amazonaws.com/');
  });

  it('can keep bank returns from removing credits, disable the merchant’s API and set limits', () => {
    const off = readConfig({ ...good, RETURNS_TAKE_CREDITS: 'false', MERCHANT_API: 'false' });
    expect(off).toMatchObject({ returnsTakeCredits: false, merchantApi: undefined });
    const limits = { MERCHANT_CALLS_PER_SECOND: '2', GATEWAY_DUPLICATE_SECONDS: '0' };
    const merchantApi = { callsPerSecond: 2, callsInFlight: 100 };
    const limited = { merchantApi, gateway: { duplicateSeconds: 0 } };
    expect(readConfig({ ...good, ...limits })).toMatchObject(limited);
  });

  it('has mail only with the seller, its support and the addresses for links', () => {
    expect(readConfig(good).mail).toBeUndefined();
    expect(readConfig({ ...good, ...mail }).mail?.server).toBe(mail.MAIL_URL);
    for (const name of Object.keys(mail).slice(1))
      expect(() => readConfig({ ...good, ...mail, [name]: '' })).toThrow('MAIL_URL also needs MAIL_FROM,');
  });

  it.each(['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'])(
    'has no top-up without %s and reports that variable unless TOP_UP is false',
    (name) => {
      expect(readConfig(good)).toMatchObject({ topUp: { perDay: 5 }, topUpMissing: [] });
      const without = { ...good, [name]: '' };
      expect(readConfig(without)).toMatchObject({ topUp: undefined, topUpMissing: [name] });
      const off = { topUp: undefined, topUpMissing: [] };
      expect(readConfig({ ...without, TOP_UP: 'false' })).toMatchObject(off);
    },
  );

  it('knows the app’s address without a slash at its end', () => {
    expect(readConfig(good).appUrl).toBeUndefined();
    for (const APP_URL of ['https://shop.example.com/app//', 'https://shop.example.com/app'])
      expect(readConfig({ ...good, APP_URL }).appUrl).toBe('https://shop.example.com/app');
  });

  it('enables metrics only if METRICS_PORT is set', () => {
    expect(readConfig({ ...good, METRICS_HOST: '10.0.0.5' }).metrics).toBeUndefined();
    expect(readConfig({ ...good, METRICS_PORT: '9464' }).metrics).toEqual({ port: 9464, host: '127.0.0.1' });
  });

  const named = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://10.0.0.9:4318/otlp/' };
  const traces = { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://traces.example.com/in' };
  const attributes = { OTEL_RESOURCE_ATTRIBUTES: 'a=b, service.name=shop' };
  const headers = 'x-api-key=a%2Cb==, other = c';
  it.each([
    [{}, undefined],
    [{ OTEL_SERVICE_NAME: 'x', ...attributes, OTEL_TRACES_SAMPLER: 'always_on' }, undefined],
    [{ ...named, OTEL_SDK_DISABLED: 'true' }, undefined],
    [{ ...named, OTEL_TRACES_EXPORTER: 'none' }, undefined],
    [{ OTEL_TRACES_EXPORTER: 'otlp' }, { protocol: 'http/protobuf' }],
    [named, { protocol: 'http/protobuf' }],
    [{ ...traces, OTEL_SDK_DISABLED: 'false' }, { protocol: 'http/protobuf' }],
    [{ ...named, ...attributes, OTEL_EXPORTER_OTLP_HEADERS: headers }, { headers }],
  ])('enables traces only if a collector is set or requested: %j', (changes, tracing) => {
    const read = readConfig({ ...good, ...changes }).tracing;
    if (tracing === undefined) expect(read).toBeUndefined();
    else expect(read).toMatchObject(tracing);
  });

  it('uses PostgreSQL instead of a data directory if DATABASE_URL is set', () => {
    const changes = { DATABASE_URL: 'postgres://db/coffer', DATABASE_POOL_SIZE: '4' };
    const database = {
      url: 'postgres://db/coffer',
      limits: { poolSize: 4, statementTimeoutMs: 10_000, idleInTransactionTimeoutMs: 10_000 },
    };
    expect(readConfig({ ...good, ...changes }).database).toEqual(database);
    expect(readDatabaseLocation(changes)).toEqual(database);
  });

  /** Wrong values by the start of a variable's rule. */
  const wrongValues: readonly (readonly [RegExp, readonly string[]])[] = [
    [/^a whole number from/, ['ten', '1.5', '9999999999999', '-1']],
    [/^(true or false|one of|a number from 0 to 1)/, ['yes', '2', 'a b', ' ']],
    [/^one word/, ['two words', 'line\nbreak', ' ']],
    [/^(a path|text without line breaks)/, [' ', 'line\nbreak', '\u0007']],
    [/^an IP address or host name/, ['my host', 'https://shop.example.com', 'shop/a']],
    [/^a URL like postgresql:/, ['mysql://db', 'db.example.com', 'postgres://[', ' ']],
    [
      /^(an https URL|an https origin)/,
      ['shop.example.com', 'ftp://shop.example.com', 'http://shop.example.com'],
    ],
    [
      /^an https URL without a user/,
      ['https://ada@a.example', 'https://a.example/?', 'https://a.example/#x'],
    ],
    [
      /^an https (URL|origin).* without a (slash|path)/,
      [`${good.COGNITO_ISSUER}/`, 'http://127.0.0.1.example.com/a/'],
    ],
    [/^an http or https URL/, ['collector:4318', 'ftp://collector', 'http://']],
    [/^one or more/, [',', ' ', 'https://app.example.com/', '*', '10.0.0.0/40', 'a b']],
    [
      /^a URL like smtps:/,
      [
        'mail.example.com',
        'https://mail.example.com',
        'smtp://a.example/?debug=true',
        'smtp://a.example:99999',
      ],
    ],
    [/^an email address/, ['shop', 'mail@shop', 'http://shop.example']],
    [/^a number of proxies/, ['-1', '101', ',', 'cdn.example.com']],
    [/^a list like name=value/, ['key', 'a=%', 'key=a;b']],
    [/an = is %3D|, = is %3D/, ['a=b=c']],
  ];
  it.each(Object.entries(variables))('names %s and what it must be if it is wrong', (name, variable) => {
    const rule = ruleOf(variable) ?? '';
    const wrong = wrongValues.flatMap(([pattern, values]) => (pattern.test(rule) ? values : []));
    expect(wrong.length).toBeGreaterThanOrEqual(3);
    const { DATA_DIR, ...rest } = good;
    const place = name === 'DATA_DIR' ? good : { ...rest, DATABASE_URL: 'postgres://db/coffer' };
    for (const value of wrong)
      expect(() => readConfig({ ...place, DATA_DIR, [name]: value }), value).toThrow(
        new ConfigError(`${name} must be ${rule}.`),
      );
  });

  it.each([
    [{ PORT: undefined }, 'PORT is missing: it must be a whole number from 0 to 65535.'],
    [{ PORT: '' }, 'PORT is missing: it must be a whole number from 0 to 65535.'],
    [{ PORT: '65536' }, 'PORT must be a whole number from 0 to 65535.'],
    [{ DATA_DIR: undefined }, /DATABASE_URL .* or DATA_DIR/],
    [{ GATEWAY_URL: 'https://pay.example.com/api' }, /^GATEWAY_URL must be an https origin without a path/],
    [{ GATEWAY_SECURITY_KEY: undefined }, 'GATEWAY_SECURITY_KEY is missing: it must be one word'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of silent, error, warn, info.'],
  ])('rejects %j with a one-line error', (changes, message) => {
    expect(() => readConfig({ ...good, ...changes })).toThrow(message);
  });

  it('accepts a final slash of an origin, and lists with spaces', () => {
    const changes = { GATEWAY_URL: 'https://Secure.example.com/', ALLOWED_HOSTS: ' Shop.example.com, [::1]' };
    expect(readConfig({ ...good, ...changes })).toMatchObject({
      gateway: { url: 'https://secure.example.com' },
      allowedHosts: ['shop.example.com', '[::1]'],
    });
  });

  it('has a warning for an unknown variable one edit away from a known one, and none for others', () => {
    const typos = ['ALOWED_HOSTS', 'PROT', 'TOP_UPS', 'LOG_LEVEI', 'GATEWAY_SECURITY_KEY_FIL'];
    const others = [
      'PATH',
      'HOME',
      'GATEWAY_SECURITY_KEY_FILE',
      'PENDING_DEADLINE_MS',
      'POTR1',
      ...Object.keys(good),
    ];
    const given = Object.fromEntries([...typos, ...others].map((name) => [name, 'x']));
    expect(findMisspelled(given)).toEqual([
      { name: 'ALOWED_HOSTS', meant: 'ALLOWED_HOSTS' },
      { name: 'PROT', meant: 'PORT' },
      { name: 'TOP_UPS', meant: 'TOP_UP' },
      { name: 'LOG_LEVEI', meant: 'LOG_LEVEL' },
      { name: 'GATEWAY_SECURITY_KEY_FIL', meant: 'GATEWAY_SECURITY_KEY_FILE' },
    ]);
  });

  it.each(['localhost', '127.0.0.1', '127.1.2.3', '[::1]'])('accepts an http URL on %s', (host) => {
    expect(readConfig({ ...good, GATEWAY_URL: `http://${host}:5176` }).gateway.url).toContain(host);
  });

  describe('with secrets in files', () => {
    const file = join(directory, 'secret');
    beforeAll(() => writeFile(join(directory, 'empty'), '\n'));

    it.each(secretNames())('reads %s from a file without the last newline', async (name) => {
      const isMail = name === 'MAIL_URL';
      const secret = `${isMail ? 'smtp' : 'postgres'}://coffer:hunter2@localhost/${isMail ? '' : 'coffer?key=value'}`;
      await writeFile(file, `${secret}\n`);
      const place = { ...good, ...(isMail && mail), OTEL_TRACES_EXPORTER: 'otlp' };
      const given = readConfig({ ...place, [name]: undefined, [`${name}_FILE`]: file });
      expect(given).toEqual(readConfig({ ...place, [name]: secret }));
      expect(given).not.toEqual(
        readConfig({ ...place, [name]: undefined, ...(name in good && { [name]: 'x' }) }),
      );
    });

    it('rejects a secret that is set twice, unreadable or empty with a one-line error', () => {
      const readWith = (changes: Record<string, string>) => () => readConfig({ ...good, ...changes });
      expect(readWith({ GATEWAY_SECURITY_KEY_FILE: file })).toThrow(
        'GATEWAY_SECURITY_KEY and GATEWAY_SECURITY_KEY_FILE are both set.',
      );
      expect(readWith({ GATEWAY_WEBHOOK_KEY_FILE: join(directory, 'none') })).toThrow(
        'GATEWAY_WEBHOOK_KEY_FILE cannot be read (ENOENT).',
      );
      expect(readWith({ GATEWAY_WEBHOOK_KEY_FILE: join(directory, 'empty') })).toThrow(
        'GATEWAY_WEBHOOK_KEY_FILE is an empty file.',
      );
    });
  });

  it('never includes a secret in an error', () => {
    const read = () => readConfig({ ...good, DATABASE_URL: 'mysql://user:hunter2@db' });
    expect(read).toThrow(expect.objectContaining({ message: expect.not.stringContaining('hunter2') }));
  });
});

describe('the products file', () => {
  it('is valid in the form that ships with the store', async () => {
    const products = await readProducts(defaultProductsFile);
    const descriptions = products.map(({ description }) => description);
    expect(descriptions).toEqual(expect.arrayContaining(['POPULAR', 'BEST VALUE']));
    const worth = products.map(creditsPerDollar);
    const best = products.findIndex(({ description }) => description === 'BEST VALUE');
    expect(worth[best]).toBe(Math.max(...worth.map(Number)));
  });

  const product = { id: 'a', name: 'A', price_cents: 500, credits: 5, bonus_credits: 0, description: '' };
  it.each([
    ['invalid JSON', '{', /JSON/],
    ['no product', [], 'the file lists no products'],
    ['two products with the same id', [product, product], 'two products share an id'],
    ['a price in dollars', [{ ...product, price_cents: 4.99 }], '0.price_cents'],
    ['a free product', [{ ...product, price_cents: 0 }], 'a price is not above zero'],
    ['a product without credits', [{ ...product, credits: 0 }], 'a product has no credits'],
    ['a price above the limit', [{ ...product, price_cents: 10 ** 12 + 1 }], 'above 1000000000000'],
    ['a bonus above the limit', [{ ...product, bonus_credits: 10 ** 12 + 1 }], 'above 1000000000000'],
    ['an expiry of half a day', [{ ...product, bonus_expire_days: 0.5 }], '0.bonus_expire_days'],
    ['an expiry of zero days', [{ ...product, credits_expire_days: 0 }], 'less than a day'],
    ['an empty id', [{ ...product, id: '' }], 'an id needs'],
  ])('is rejected with its path if it has %s', async (_, content, reason) => {
    const file = join(directory, 'products.json');
    await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
    const reading = readProducts(file);
    await expect(reading).rejects.toThrow(file);
    await expect(reading).rejects.toThrow(reason);
  });

  it('is named in the error if it is missing', async () => {
    await expect(readProducts(join(directory, 'none.json'))).rejects.toThrow('none.json');
  });
});

it.each([
  [0, '$0.00', '0.00'],
  [5, '$0.05', '0.05'],
  [2500, '$25.00', '25.00'],
  [123_456_789, '$1,234,567.89', '1234567.89'],
])('%i cents are displayed as %s and sent to the gateway as %s', (cents, shown, charged) => {
  expect(displayCents(cents)).toBe(shown);
  expect(decimalDollars(cents)).toBe(charged);
});
