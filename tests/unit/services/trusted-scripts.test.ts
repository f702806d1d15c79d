import { expect, it, vi } from 'vitest';

const gatewayScript = 'https://gateway.example/token/Collect.js';

const open = async (trustedTypes: object | undefined) => {
  vi.resetModules();
  vi.stubGlobal('document', { baseURI: 'https://store.example/dashboard' });
  vi.stubGlobal('trustedTypes', trustedTypes);
  return import('#services/trusted-scripts.ts');
};

const browser = {
  createPolicy: (_: string, rules: { createScriptURL: (...args: string[]) => string }) => rules,
};

it.each([
  'https://gateway.example/token/Other.js',
  'https://elsewhere.example/token/Collect.js',
  'http://gateway.example/token/Collect.js',
  '/assets/first.js',
  'data:text/javascript,alert(1)',
])('trustGatewayScript refuses %s, even in a browser without Trusted Types', async (address) => {
  for (const trustedTypes of [browser, undefined]) {
    const { trustGatewayScript } = await open(trustedTypes);
    expect(() => trustGatewayScript(address, gatewayScript)).toThrow('is not a script of this page');
  }
});
