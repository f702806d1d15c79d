import { checkPurchases } from './purchases/check.ts';

checkPurchases('second');
