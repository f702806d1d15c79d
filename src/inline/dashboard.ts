import { recordEarlyIntent } from './early-intent.ts';
import { startEarlyRequests } from './early-requests.ts';
import { coverPrerendered } from './prerendered.ts';
import './theme.ts';

// Runs in the head of the dashboard's page, before its first paint.
coverPrerendered();
recordEarlyIntent();
startEarlyRequests();
