import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { trustedTypesPolicy } from '../../../build/headers/content-security-policy.ts';

const gatewayScript = 'https://gateway.example/token/Collect.js';

const open = async (trustedTypes: object | undefined) => {
  vi.resetModules();
  vi.stubGlobal('document', { baseURI: 'https://store.example/dashboard' });
  vi.stubGlobal('trustedTypes', trustedTypes);
  return import('#services/trusted-scripts.ts');
};

const policies: string[] = [];
const browser = {
  createPolicy: (name: string, rules: { createScriptURL: (...args: string[]) => string }) => {
    policies.push(name);
    return { createScriptURL: (...args: string[]) => ({ trusted: rules.createScriptURL(...args) }) };
  },
};

beforeEach(() => {
  policies.length = 0;
});
afterEach(() => vi.unstubAllGlobals());

it('creates one policy, which the headers name, and uses it for script elements', async () => {
  const { trustGatewayScript } = await open(browser);
  const address = `${gatewayScript}?try=2`;
  expect(trustGatewayScript(address, gatewayScript)).toEqual({ trusted: address });
  trustGatewayScript(gatewayScript, gatewayScript);
  expect(policies).toEqual([trustedTypesPolicy]);
});

it.each([
  'https://gateway.example/token/Other.js',
  'https://elsewhere.example/token/Collect.js',
  'http://gateway.example/token/Collect.js',
  '/assets/first.js',
  'data:text/javascript,alert(1)',
])('refuses %s as the gateway’s script, whether or not the browser asks', async (address) => {
  for (const trustedTypes of [browser, undefined]) {
    const { trustGatewayScript } = await open(trustedTypes);
    expect(() => trustGatewayScript(address, gatewayScript)).toThrow('is not a script of this page');
  }
});

it('starts our own worker, and no other', async () => {
  const started: unknown[] = [];
  vi.stubGlobal(
    'Worker',
    class {
      constructor(...args: unknown[]) {
        started.push(args);
      }
    },
  );
  const { startPowerWorker } = await open(browser);
  startPowerWorker();
  expect(started).toEqual([
    [{ trusted: expect.stringContaining('/srp/power-worker.ts') }, { type: 'module' }],
  ]);
});
