import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { fitConfig } from '#services/config-fit.ts';
import { readAddresses } from '../../../build/headers/addresses.ts';
import { securityHeaders } from '../../../build/headers/headers.ts';
import { readConfig, readDeployFacts } from '../../../build/stamp/read-facts.ts';

it('reads what the pages show of a configuration', () => {
  const config = {
    productName: ' Coins ',
    language: 'en-GB',
    support: ' help@example.com ',
    cognito: { hostedUiDomain: 'auth.example.com' },
  };
  expect(readDeployFacts(JSON.stringify(config))).toEqual({
    productName: 'Coins',
    language: 'en-GB',
    hostedSignIn: true,
    support: 'help@example.com',
  });
});

it('has the app’s own words for what is not said', () => {
  expect(readDeployFacts('{}')).toEqual({
    productName: 'Credits',
    language: 'en',
    hostedSignIn: false,
    support: null,
  });
});

it.each([
  ['', 'is not JSON'],
  ['[]', 'must be an object'],
  ['"text"', 'must be an object'],
  ['{"support":"http://example.com"}', 'support: must be an email address or an https address'],
  ['{"productName":7}', 'productName: must be a text'],
  ['{"productName":" "}', 'productName: must not be empty'],
  ['{"productName":"Two\\nlines"}', 'productName: must be one line of text'],
  ['{"language":"english language"}', 'language: must be a language tag like en or en-GB'],
  ['{"language":"en\\" onload=\\"x"}', 'language: must be a language tag like en or en-GB'],
  ['{"cognito":{"hostedUiDomain":"a.example/x"}}', 'cognito.hostedUiDomain: must be a host'],
])('refuses %s', (content, problem) => {
  expect(() => readDeployFacts(content)).toThrow(problem);
});

const config = {
  apiBaseUrl: 'https://store.example.com',
  cognito: { userPoolId: 'us-east-1_AbCdEf', clientId: 'client' },
  gateway: { scriptUrl: 'https://gateway.example/token/Collect.js', tokenizationKey: 'key' },
};

it('takes the example of a deploy', async () => {
  const example = await readFile('deploy/config.example.json', 'utf8');
  expect(readConfig(example)).toEqual(JSON.parse(example));
});

/** A configuration with this value in the one field. */
const withField = (field: string, value: unknown) => {
  const [group, name] = field.split('.');
  if (name === undefined) return { ...config, [field]: value };
  return group === 'cognito'
    ? { ...config, cognito: { ...config.cognito, [name]: value } }
    : { ...config, gateway: { ...config.gateway, [name]: value } };
};

const addressFields = ['apiBaseUrl', 'cognito.endpoint', 'gateway.scriptUrl', 'reportUrl', 'cspReportUrl'];

const hostileHosts = [
  "a.example?x; script-src-elem * 'unsafe-inline'",
  'a.example;b',
  'a.example,b.example',
  "a.example'",
  'a.example"',
  'a.example b.example',
  '*.example',
  'a.example\\b',
  'user@a.example',
  'a.example#b',
  'a.example:99999',
  'a.example/x',
];

it.each<readonly [string, string]>([
  ...hostileHosts.map((host) => ['cognito.hostedUiDomain', host] as const),
  ...addressFields.flatMap((field) => [
    [field, 'http://plain.example/'] as const,
    [field, 'data:text/javascript,run()'] as const,
    ...[';', ',', "'", '"', ' ', '*', '\\;', '@'].map(
      (sign) => [field, `https://a${sign}b.example*/`] as const,
    ),
  ]),
  ['cognito.userPoolId', 'us-east-1;_A'],
  ['cognito.userPoolId', '* x_A'],
  ['language', 'en"><script>'],
  ['productName', 'A\r\nX: 1'],
])('refuses %s as %j, as the app does', (field, value) => {
  const content = withField(field, value);
  expect(fitConfig(content)).toBeNull();
  expect(() => readConfig(JSON.stringify(content))).toThrow(`${field}: must`);
});

it('keeps what the app takes within its directive and its header', () => {
  const inline = { scripts: [], styles: [] };
  const plainParts = (content: unknown) => ({ addresses: readAddresses(content), inline, https: true });
  const shape = (content: unknown) =>
    [...securityHeaders('page', plainParts(content))].map(([name, value]) => [
      name,
      value.split(';').map((directive) => directive.trim().split(' ')[0]?.slice(0, 10)),
      value.split(',').length,
    ]);
  for (const field of addressFields) {
    const content = withField(field, "https://a.example/x;script-src *,'y'?z;default-src *,'\"#;w");
    expect(fitConfig(content)).not.toBeNull();
    expect(shape(content)).toEqual(shape(withField(field, 'https://a.example/x')));
  }
});
