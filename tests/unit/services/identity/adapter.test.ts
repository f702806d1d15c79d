import { createLibrary } from '#services/identity/library.ts';
import { identityAdapterSuite } from './adapter-suite.ts';

await identityAdapterSuite(createLibrary);
