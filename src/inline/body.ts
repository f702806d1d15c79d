import { completePrerendered } from './prerendered.ts';

// Runs at the end of the body of each prerendered page.
completePrerendered();
