import { checksOf } from './build/budgets.ts';
import { siteFolder } from './build/outputs.ts';

export default checksOf(siteFolder);
