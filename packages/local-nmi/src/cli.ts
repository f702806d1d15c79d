#!/usr/bin/env node
import { closeAtSignal, runProgram } from 'local-services/program.ts';
import { readOptions, startProgram, usage } from './program.ts';

const manifest = new URL('../package.json', import.meta.url);

await runProgram(manifest, usage, readOptions, async (options) => {
  const service = await startProgram(options);
  closeAtSignal(service);
  const { origin } = service;
  return `local-nmi is ready.

  Collect.js        ${origin}/token/Collect.js
  Payments          ${origin}/api/transact.php
  Queries           ${origin}/api/query.php
  Control           ${origin}/local/
  Events go to      ${options.webhook ?? 'nowhere; set --webhook URL'}
  Security key      ${options['security-key']}
  Tokenization key  ${options['tokenization-key']}
  Signing key       ${options['signing-key']}
  Data              ${options.data ?? 'in memory'}
  Test card         4111 1111 1111 1111
`;
});
