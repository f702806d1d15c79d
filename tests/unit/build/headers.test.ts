import { describe, expect, it } from 'vitest';
import { readAddresses } from '../../../build/headers/addresses.ts';
import { type HeaderParts, kindOf, securityHeaders } from '../../../build/headers/headers.ts';
import { headersFile, nginxFiles } from '../../../build/headers/host-files.ts';

const config = {
  apiBaseUrl: 'https://store.example.com',
  cognito: { userPoolId: 'us-east-1_AbCdEf', clientId: 'client' },
  gateway: { scriptUrl: 'https://gateway.example/token/Collect.js?v=1', tokenizationKey: 'key' },
};

const inline = { scripts: ["'sha256-c2NyaXB0'"], styles: ["'sha256-c3R5bGU='"] };

const partsOf = (more: object = {}): HeaderParts => ({
  addresses: readAddresses({ ...config, ...more }),
  inline,
  https: true,
});
const pageHeaders = (more?: object) => securityHeaders('page', partsOf(more));
const policyOf = (more?: object): readonly string[] =>
  pageHeaders(more).get('Content-Security-Policy')?.split('; ') ?? [];

describe('the origins that a site’s policy allows', () => {
  it('include only the required origins', () => {
    expect(readAddresses(config)).toEqual({
      gatewayScript: 'https://gateway.example/token/Collect.js',
      gatewayStyles: [],
      pool: 'https://cognito-idp.us-east-1.amazonaws.com',
      store: 'https://store.example.com',
      hostedTokens: null,
      reports: null,
      policyReports: null,
      inspector: false,
    });
  });

  it('include the pool’s endpoint and hosted pages', () => {
    const cognito = { ...config.cognito, endpoint: 'https://pool.example/', hostedUiDomain: 'auth.example' };
    expect(readAddresses({ ...config, cognito })).toMatchObject({
      pool: 'https://pool.example',
      hostedTokens: 'https://auth.example/oauth2/token',
    });
    const local = { ...cognito, hostedUiDomain: 'localhost:5174' };
    expect(readAddresses({ ...config, cognito: local }).hostedTokens).toBe(
      'http://localhost:5174/oauth2/token',
    );
  });

  it('don’t depend on unrelated fields', () => {
    const stated = { ...config, passkeys: true, machinesPanel: true, seller: 'Example, Inc.' };
    expect(readAddresses(stated)).toEqual(readAddresses(config));
  });

  it('can’t break out of their directive', () => {
    const gateway = { ...config.gateway, scriptUrl: "https://gateway.example/a;script-src *,b'c" };
    expect(readAddresses({ ...config, gateway }).gatewayScript).toBe(
      'https://gateway.example/a%3bscript-src%20*%2cb%27c',
    );
    const shapeOf = (more: object) =>
      [...pageHeaders(more)].map(([name, value]) => [
        name,
        value.split(';').map((directive) => directive.trim().split(' ')[0]?.slice(0, 10)),
        value.split(',').length,
      ]);
    const withAddress = (address: string) => ({
      apiBaseUrl: address,
      cognito: { ...config.cognito, endpoint: address },
      gateway: { ...config.gateway, scriptUrl: address },
      reportUrl: address,
      cspReportUrl: address,
    });
    expect(shapeOf(withAddress("https://a.example/x;script-src *,'y'?z;default-src *,'\"#;w"))).toEqual(
      shapeOf(withAddress('https://a.example/x')),
    );
  });

  it.each([
    [
      { ...config, gateway: { ...config.gateway, inlineStyles: ["'unsafe-inline'"] } },
      'gateway.inlineStyles: must be a list of hashes like sha256-… in base64',
    ],
    [
      {
        ...config,
        apiBaseUrl: undefined,
        cognito: { ...config.cognito, constructor: 'x', clientSecret: 'secret' },
        gateway: { ...config.gateway, inlineStyles: 'sha256-x' },
        storrage: 'session',
      },
      'apiBaseUrl: is missing; cognito.constructor: is not a known field; ' +
        'cognito.clientSecret: is not a known field; ' +
        'gateway.inlineStyles: must be a list of hashes like sha256-… in base64; ' +
        'storrage: is not a known field',
    ],
  ])('can’t be listed if a field is wrong (%#)', (content, problem) => {
    expect(() => readAddresses(content)).toThrow(expect.objectContaining({ message: problem }));
  });
});

describe('a page’s content security policy', () => {
  it('allows only the required sources', () => {
    expect(policyOf()).toEqual([
      "default-src 'none'",
      "script-src 'self' 'sha256-c2NyaXB0' https://gateway.example/token/Collect.js",
      "style-src 'self' 'sha256-c3R5bGU=' https://gateway.example",
      "worker-src 'self'",
      "img-src 'self' data:",
      "font-src 'self'",
      "connect-src 'self' https://cognito-idp.us-east-1.amazonaws.com https://store.example.com https://gateway.example",
      'frame-src https://gateway.example',
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      'trusted-types coffer default',
    ]);
  });

  it('allows inline styles of the gateway by their hashes, and no others', () => {
    const gateway = { ...config.gateway, inlineStyles: ['sha256-Z2F0ZXdheQ==', 'sha384-c3R5bGU='] };
    const policy = policyOf({ gateway });
    expect(policy.filter((directive) => !policyOf().includes(directive))).toEqual([
      "style-src 'self' 'sha256-c3R5bGU=' https://gateway.example 'unsafe-hashes' 'sha256-Z2F0ZXdheQ==' 'sha384-c3R5bGU='",
    ]);
  });

  it('lets pages reach the report endpoint', () => {
    const connections = (more: object) =>
      policyOf(more).find((directive) => directive.startsWith('connect-src'));
    const more = { reportUrl: 'https://reports.example/of;pages?site=1' };
    expect(connections(more)).toBe(`${connections({})} https://reports.example/of%3bpages`);
    expect(policyOf(more).filter((directive) => directive.startsWith('report-'))).toEqual([]);
  });

  it('names the endpoint for the browsers’ own reports, if there is one', () => {
    const cspReportUrl = 'https://reports.example/csp?site=1';
    expect(policyOf({ cspReportUrl }).slice(-2)).toEqual(['report-to policy', `report-uri ${cspReportUrl}`]);
    expect(pageHeaders({ cspReportUrl }).get('Reporting-Endpoints')).toBe(`policy="${cspReportUrl}"`);
    expect(pageHeaders().has('Reporting-Endpoints')).toBe(false);
  });

  it('comes with headers that allow only payments and passkeys, and isolate the page’s window', () => {
    expect(pageHeaders().get('Permissions-Policy')).toContain(
      'payment=(self "https://gateway.example"), publickey-credentials-create=(self), publickey-credentials-get=(self), accelerometer=(), ',
    );
    expect(pageHeaders().get('Cross-Origin-Opener-Policy')).toBe('same-origin');
    expect(pageHeaders({ inspect: true }).get('Cross-Origin-Opener-Policy')).toBe('same-origin-allow-popups');
  });
});

it.each([
  ['/', 'page'],
  ['/login/challenge', 'page'],
  ['/no/such.thing/page', 'page'],
  ['/config.json', 'config'],
  ['/favicon.svg', 'file'],
  ['/assets/first-1.js', 'asset'],
] as const)('the path %s gets the headers of the kind "%s"', (path, kind) => {
  expect(kindOf(path)).toBe(kind);
});

it('assets have a CSP that allows nothing, and otherwise the same headers as pages', () => {
  const shared = {
    'Strict-Transport-Security': 'max-age=63072000',
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
  };
  expect(Object.fromEntries(pageHeaders())).toMatchObject(shared);
  expect(Object.fromEntries(securityHeaders('asset', partsOf()))).toEqual({
    ...shared,
    'Content-Security-Policy':
      "default-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; " +
      "require-trusted-types-for 'script'; trusted-types 'none'",
  });
});

it('a page requires HTTPS only if the site uses it', () => {
  expect(securityHeaders('page', { ...partsOf(), https: false }).has('Strict-Transport-Security')).toBe(
    false,
  );
});

describe('the output for other servers', () => {
  it('is one nginx file for each kind of response', () => {
    const files = nginxFiles(partsOf());
    expect([...files.keys()]).toEqual(['page.conf', 'asset.conf', 'config.conf', 'file.conf', 'proxy.conf']);
    const lines = files.get('page.conf')?.trimEnd().split('\n') ?? [];
    expect(lines.map((line) => line.split(' ')[1])).toEqual([...pageHeaders().keys(), 'Cache-Control']);
    expect(lines).toContain('add_header X-Content-Type-Options "nosniff" always;');
    expect(files.get('page.conf')).toContain('payment=(self \\"https://gateway.example\\")');
    expect(lines.at(-1)).toBe('add_header Cache-Control "no-cache" always;');
    expect(files.get('config.conf')).toContain('add_header Cache-Control "no-store" always;');
    expect(files.get('asset.conf')).toContain('immutable";');
    expect(files.get('proxy.conf')).toBe('add_header Strict-Transport-Security "max-age=63072000" always;\n');
  });

  it('can’t be written if nginx would read a variable in it', () => {
    const scripts = ["'sha256-$host'"];
    expect(() => nginxFiles({ ...partsOf(), inline: { scripts, styles: [] } })).toThrow('nginx can’t send');
  });

  it('is a file for static hosts in which no two rules set the same header', () => {
    const lines = headersFile(partsOf()).trimEnd().split('\n');
    expect(lines.filter((line) => !line.startsWith('  '))).toEqual(['/*', '/assets/*', '/config.json']);
    const everywhere = lines.slice(1, lines.indexOf('/assets/*'));
    expect(everywhere).toEqual([...pageHeaders()].map(([name, value]) => `  ${name}: ${value}`));
    expect(lines.slice(lines.indexOf('/assets/*'))).toEqual([
      '/assets/*',
      '  Cache-Control: public, max-age=31536000, immutable',
      '/config.json',
      '  Cache-Control: no-store',
    ]);
  });

  it('can’t be written if a header is longer than static hosts accept', () => {
    const many = Array.from({ length: 40 }, (_, place) => `'sha256-${String(place).padStart(44, 'a')}'`);
    expect(() => headersFile({ ...partsOf(), inline: { scripts: many, styles: [] } })).toThrow('of 2000');
  });
});
