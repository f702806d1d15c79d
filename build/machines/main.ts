import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { machineDocuments } from './documents.ts';

for (const [path, text] of await machineDocuments()) {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
  console.log(path);
}
