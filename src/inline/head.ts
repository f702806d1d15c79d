import { recordEarlyIntent } from './early-intent.ts';
import { coverPrerendered } from './prerendered.ts';
import './theme.ts';

// This script runs in the head of each prerendered page.
coverPrerendered();
recordEarlyIntent();
