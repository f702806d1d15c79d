export { isSiteThere, partOnDemand } from './parts.ts';
