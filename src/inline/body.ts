import { completePrerendered } from './prerendered.ts';

// This script runs at the end of each prerendered page's body.
completePrerendered();
