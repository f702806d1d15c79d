import type { Product } from '#contract/products.ts';
import { callForRow } from '../database/call-function.ts';
import type { Queryable } from '../database/database.ts';

/** One version of a product, which applies until the next version. The price is in US cents. */
export interface ProductVersion {
  readonly id: string;
  readonly version: number;
  readonly name: string;
  readonly priceCents: number;
  readonly credits: number;
  readonly bonusCredits: number;
  /** Days after a purchase until its credits expire. Null: never. */
  readonly creditsExpireDays: number | null;
  readonly bonusExpireDays: number | null;
  readonly description: string;
  /** Position in the display order, lowest first. */
  readonly rank: number;
  readonly onSale: boolean;
  readonly changedBy: string;
  readonly changedAt: Date;
}

/** Gap between ranks, so that other products fit in between. */
export const rankStep = 10;

/** Returns the products on sale, in display order. */
export const readProductsOnSale = (database: Queryable): Promise<Product[]> =>
  database.query<Product>(
    `select product_id as id, name, price_cents, credits, bonus_credits, description
     from (select distinct on (product_id) * from product_versions order by product_id, version desc) latest
     where on_sale order by rank, product_id`,
  );

const versionColumns = `product_id as id, version, name, price_cents as "priceCents", credits,
  bonus_credits as "bonusCredits", credits_expire_days as "creditsExpireDays",
  bonus_expire_days as "bonusExpireDays", description, rank, on_sale as "onSale", changed_by as "changedBy",
  changed_at as "changedAt"`;

/** Returns all products' latest versions, including withdrawn products, in display order. */
export const readLatestVersions = (database: Queryable): Promise<ProductVersion[]> =>
  database.query<ProductVersion>(
    `select ${versionColumns}
     from (select distinct on (product_id) * from product_versions order by product_id, version desc) latest
     order by rank, product_id`,
  );

/** Returns a product's versions, oldest first, or an empty list for an unknown product. */
export const readVersions = (database: Queryable, productId: string): Promise<ProductVersion[]> =>
  database.query<ProductVersion>(
    `select ${versionColumns} from product_versions where product_id = $1 order by version`,
    [productId],
  );

export const addVersion = async (
  transaction: Queryable,
  version: Omit<ProductVersion, 'changedAt'>,
): Promise<void> => {
  await transaction.query(
    `insert into product_versions (
       product_id, version, name, price_cents, credits, bonus_credits, credits_expire_days, bonus_expire_days,
       description, rank, on_sale, changed_by, changed_at
     ) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, store_now())`,
    [
      version.id,
      version.version,
      version.name,
      version.priceCents,
      version.credits,
      version.bonusCredits,
      version.creditsExpireDays,
      version.bonusExpireDays,
      version.description,
      version.rank,
      version.onSale,
      version.changedBy,
    ],
  );
};

/** Puts products on sale, in order, if the store never had any. Returns whether it did. */
export const seedProducts = async (database: Queryable, products: readonly Product[]): Promise<boolean> =>
  (await callForRow(database, 'seed_products', { products, rank_step: rankStep })).value;
