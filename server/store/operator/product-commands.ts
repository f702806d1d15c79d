import type { Command } from 'commander';
import { amountFrom, atLeast, readCents, readLifetime, readProductId, readText } from './arguments.ts';
import {
  addProduct,
  changeProduct,
  listProducts,
  type ProductFields,
  showProductHistory,
  withdrawProduct,
} from './products.ts';
import type { RegisterCommand } from './tools.ts';

interface Given extends Partial<Pick<ProductFields, 'name' | 'credits' | 'description' | 'rank'>> {
  readonly price?: number;
  readonly bonus?: number;
  /** Days; 0: never. */
  readonly creditsExpire?: number;
  readonly bonusExpire?: number;
}

const productArgument = ['<product>', 'product id', readProductId] as const;
const nameOption = ['--name <text>', 'name shown to customers', readText(1, 100)] as const;
const priceOption = ['--price <cents>', 'US cents: 500 is $5.00', readCents] as const;
const creditsOption = ['--credits <number>', 'credits for the price', amountFrom(1)] as const;
const bonusOption = ['--bonus <number>', 'free credits on top', amountFrom(0)] as const;
const creditsExpireOption = [
  '--credits-expire <days>',
  'how long bought credits last after the purchase, or never (default)',
  readLifetime,
] as const;
const bonusExpireOption = [
  '--bonus-expire <days>',
  'how long bonus credits last after the purchase, or never (default)',
  readLifetime,
] as const;
const descriptionOption = ['--description <text>', 'line shown below the name', readText(0, 200)] as const;
const rankOption = ['--rank <number>', 'position: products are shown in this order', atLeast(1)] as const;

export const addProductCommands = (program: Command, register: RegisterCommand): void => {
  const products = program
    .command('products')
    .description('list and change what is on sale; changes apply to all stores at once')
    .option('--all', 'include withdrawn products')
    .action(({ all = false }: { all?: boolean }) => register((tools) => listProducts(tools, { all })));

  products
    .command('add')
    .description('put a new or withdrawn product on sale')
    .argument(...productArgument)
    .requiredOption(...nameOption)
    .requiredOption(...priceOption)
    .requiredOption(...creditsOption)
    .option(...bonusOption, 0)
    .option(...creditsExpireOption)
    .option(...bonusExpireOption)
    .option(...descriptionOption, '')
    .option(...rankOption)
    .action((id: string, given: Given) => register((tools) => addProduct(tools, { id, ...fieldsOf(given) })));

  products
    .command('change')
    .description('change a product; existing purchases keep their price and credits')
    .argument(...productArgument)
    .option(...nameOption)
    .option(...priceOption)
    .option(...creditsOption)
    .option(...bonusOption)
    .option(...creditsExpireOption)
    .option(...bonusExpireOption)
    .option(...descriptionOption)
    .option(...rankOption)
    .action((id: string, given: Given) =>
      register((tools) => changeProduct(tools, { id, ...fieldsOf(given) })),
    );

  products
    .command('withdraw')
    .description('take a product off sale')
    .argument(...productArgument)
    .action((id: string) => register((tools) => withdrawProduct(tools, { id })));

  products
    .command('history')
    .description('list all versions of a product')
    .argument(...productArgument)
    .action((id: string) => register((tools) => showProductHistory(tools, { id })));
};

const fieldsOf = ({
  price,
  bonus,
  creditsExpire,
  bonusExpire,
  ...others
}: Given): Partial<ProductFields> => ({
  ...others,
  ...(price !== undefined && { priceCents: price }),
  ...(bonus !== undefined && { bonusCredits: bonus }),
  ...(creditsExpire !== undefined && { creditsExpireDays: creditsExpire || null }),
  ...(bonusExpire !== undefined && { bonusExpireDays: bonusExpire || null }),
});
