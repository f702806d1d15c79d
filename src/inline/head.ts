import { recordEarlyIntent } from './early-intent.ts';
import { coverPrerendered } from './prerendered.ts';
import './theme.ts';

// Runs in the head of each prerendered page.
coverPrerendered();
recordEarlyIntent();
