import { spreadRow } from './theme/rows.ts';

export const line = spreadRow('sm');
