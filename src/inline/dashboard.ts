import './head.ts';
import { startEarlyRequests } from './early-requests.ts';

// This script runs in the head of the dashboard's page.
startEarlyRequests();
