import './head.ts';
import { startEarlyRequests } from './early-requests.ts';

// Runs in the head of the dashboard's page.
startEarlyRequests();
