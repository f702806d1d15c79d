import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { fitConfig } from '#services/config-fit.ts';
import { configSchema } from '#services/config-problems.ts';

/** What no field may be. */
const strange = [null, 0, 5, Number.NaN, '', '  ', [], ['text'], {}, undefined];

const candidates = {
  text: ['Coins', ' Coins\n', '\u{feff}Coins', '\u00a0', 'true', 'Co\nins', '\u001b[1m', '\ud800'],
  address: [
    'http://localhost:5175',
    ' https://api.example.com/v1 ',
    'HTTPS://API.EXAMPLE.COM',
    'javascript:alert(1)',
    'ftp://example.com',
    '//example.com',
    'example.com',
    'http://',
    'http://api.example.com',
    'http://127.0.0.1:5175',
    'https://a;b.example',
    "https://a'b.example",
    'https://a,b.example',
    'https://*.example.com',
    'https://user:secret@example.com',
    'https://[::1]/',
  ],
  userPoolId: [
    'local_Coffer',
    ' us-east-1_AbCdEf ',
    'us-east-1_AbCdEf-',
    'local',
    '_A',
    'a\nb_C',
    `local_${'a'.repeat(49)}`,
    `local_${'a'.repeat(50)}`,
    ` local_${'a'.repeat(49)} `,
  ],
  host: [
    'auth.example.com',
    ' auth.example.com:443 ',
    'localhost:65535',
    'localhost:655350',
    '[::1]:5174',
    '[::FF]',
    '::1',
    'https://auth.example.com',
    'auth.example.com/',
    "a.example?x; script-src-elem * 'unsafe-inline'",
    'a.example:99999',
    'a.example,b.example',
  ],
  storage: ['local', 'session', 'memory', 'cookie', ' local', 'Local', 'toString'],
  verification: ['code', 'link', 'sms', 'link '],
  boolean: [true, false, 'true', 1],
  support: [
    'help@example.com',
    'first.last+tag@mail.example.co.uk',
    'https://help.example.com/a?b=c',
    'http://help.example.com',
    'http://localhost:5173',
    'help@',
    'help@localhost',
    'a b@example.com',
    'help@example.com?subject=x',
    'mailto:help@example.com',
    'javascript:alert(1)',
    'https://user@example.com',
  ],
  language: ['en', 'en-GB', ' de ', 'english language', 'en_GB', 'x'],
} as const;

const right = {
  productName: 'Coins',
  language: 'en-GB',
  apiBaseUrl: 'http://localhost:5175',
  cognito: {
    userPoolId: 'local_Coffer',
    clientId: 'coffer-local-web',
    endpoint: 'http://localhost:5174',
    hostedUiDomain: 'localhost:5174',
    verification: 'link',
  },
  gateway: { scriptUrl: 'http://localhost:5176/token/Collect.js', tokenizationKey: 'a-key' },
  storage: 'session',
  idempotencyKey: true,
  reportUrl: 'https://reports.example/pages',
  cspReportUrl: 'https://reports.example/policy?site=1',
  support: 'help@example.com',
  seller: 'Example, Inc.',
  usTerritories: true,
  inspect: false,
  machinesPanel: true,
};

/** A field that is mostly right. */
const field = (value: unknown, others: readonly unknown[] = []) =>
  fc.oneof(
    { weight: 20, arbitrary: fc.constant(value) },
    { weight: 4, arbitrary: fc.constantFrom(value, ...others) },
    fc.constantFrom(...strange),
  );

const { text, address, userPoolId, host, storage, verification, boolean, language, support } = candidates;
const cognito = fc.record(
  {
    userPoolId: field(right.cognito.userPoolId, userPoolId),
    clientId: field(right.cognito.clientId, text),
    endpoint: field(right.cognito.endpoint, address),
    hostedUiDomain: field(right.cognito.hostedUiDomain, host),
    verification: field(right.cognito.verification, verification),
  },
  { requiredKeys: ['userPoolId', 'clientId'] },
);
const gateway = fc.record({
  scriptUrl: field(right.gateway.scriptUrl, address),
  tokenizationKey: field(right.gateway.tokenizationKey, text),
});
const site = fc.record(
  {
    productName: field(right.productName, text),
    language: field(right.language, language),
    apiBaseUrl: field(right.apiBaseUrl, address),
    cognito: fc.oneof({ weight: 20, arbitrary: cognito }, fc.constantFrom(...strange)),
    gateway: fc.oneof({ weight: 20, arbitrary: gateway }, fc.constantFrom(...strange)),
    storage: field(right.storage, storage),
    idempotencyKey: field(right.idempotencyKey, boolean),
    reportUrl: field(right.reportUrl, address),
    cspReportUrl: field(right.cspReportUrl, address),
    support: field(right.support, support),
    seller: field(right.seller, text),
    usTerritories: field(right.usTerritories, boolean),
    inspect: field(right.inspect, boolean),
    machinesPanel: field(right.machinesPanel, boolean),
    unknown: fc.constant('a field of another version'),
  },
  { requiredKeys: ['apiBaseUrl', 'cognito', 'gateway'] },
);

const expectAgreement = (content: unknown) => {
  const judged = v.safeParse(configSchema, content);
  expect(fitConfig(content)).toStrictEqual(judged.success ? judged.output : null);
};

/** Each way to change one field, or to leave it out. */
const changesOf = (whole: Readonly<Record<string, unknown>>) =>
  Object.keys(whole).flatMap((name) => [
    Object.fromEntries(Object.entries(whole).filter(([other]) => other !== name)),
    ...[...strange, ...Object.values(candidates).flat()].map((value) => ({ ...whole, [name]: value })),
  ]);

/** How many of the contents fit, and how many do not. */
const verdictsOn = (contents: readonly unknown[]) => {
  const fitting = contents.filter((content) => fitConfig(content) !== null).length;
  return { fitting, wrong: contents.length - fitting };
};

describe('what fits is what the schema takes', () => {
  it('whatever stands in one field', () => {
    const contents = [
      right,
      ...strange,
      ...changesOf(right),
      ...changesOf(right.cognito).map((changed) => ({ ...right, cognito: changed })),
      ...changesOf(right.gateway).map((changed) => ({ ...right, gateway: changed })),
    ];
    for (const content of contents) expectAgreement(content);
    const { fitting, wrong } = verdictsOn(contents);
    expect(fitting).toBeGreaterThan(100);
    expect(wrong).toBeGreaterThan(500);
  });

  it('whatever stands in all of them', () => {
    fc.assert(fc.property(site, expectAgreement), { numRuns: 1000 });
    fc.assert(fc.property(fc.jsonValue(), expectAgreement));
    const { fitting, wrong } = verdictsOn(fc.sample(site, 1000));
    expect(fitting).toBeGreaterThan(50);
    expect(wrong).toBeGreaterThan(50);
  });
});
