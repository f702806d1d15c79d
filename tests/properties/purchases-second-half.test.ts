import { holdPurchases } from './purchases/hold.ts';

holdPurchases('second');
