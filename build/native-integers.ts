import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const library = 'amazon-cognito-identity-js';
const standIn = fileURLToPath(new URL('../src/services/identity/srp/big-integer.ts', import.meta.url));

/** What the library imports that is not an ECMAScript module. */
const commonJs = ['buffer', 'js-cookie', '@aws-crypto/sha256-js', 'isomorphic-unfetch'];

/** Has amazon-cognito-identity-js compute with the browser's own big integers, in place of those that it brings along. */
export const nativeIntegers = (): Plugin => ({
  name: 'native-integers',
  enforce: 'pre',
  config: () => ({
    // The dev server would put the library and the stand-in into one file, with a second copy of what that shares.
    optimizeDeps: { exclude: [library], include: commonJs.map((name) => `${library} > ${name}`) },
  }),
  resolveId: {
    filter: { id: /^\.\/BigInteger$/ },
    handler: (_source, importer) => (importer?.includes(`/${library}/`) ? standIn : null),
  },
});
