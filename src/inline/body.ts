import { completePrerendered } from './prerendered.ts';

// Runs at the end of each prerendered page's body.
completePrerendered();
