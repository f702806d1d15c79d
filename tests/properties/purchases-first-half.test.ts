import { holdPurchases } from './purchases/hold.ts';

holdPurchases('first');
