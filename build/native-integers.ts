import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const library = 'amazon-cognito-identity-js';
const replacement = fileURLToPath(new URL('../src/services/identity/srp/big-integer.ts', import.meta.url));

/** The library's dependencies that are CommonJS modules. */
const commonJs = ['buffer', 'js-cookie', '@aws-crypto/sha256-js', 'isomorphic-unfetch'];

/** Creates a plugin that makes amazon-cognito-identity-js use BigInt instead of its bundled implementation. */
export const nativeIntegers = (): Plugin => ({
  name: 'native-integers',
  enforce: 'pre',
  config: () => ({
    // Exclude the library. Its bundle would contain second copies of modules that our code imports.
    optimizeDeps: { exclude: [library], include: commonJs.map((name) => `${library} > ${name}`) },
  }),
  resolveId: {
    filter: { id: /^\.\/BigInteger$/ },
    handler: (_source, importer) => (importer?.includes(`/${library}/`) ? replacement : null),
  },
});
