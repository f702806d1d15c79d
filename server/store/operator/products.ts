import * as v from 'valibot';
import { callFunction } from '../database/call-function.ts';
import type { Queryable } from '../database/database.ts';
import { displayCents } from '../ledger/money.ts';
import {
  addVersion,
  type ProductVersion,
  rankStep,
  readLatestVersions,
  readVersions,
} from '../products/catalog.ts';
import { fields, instant, table, whole } from './report.ts';
import { CliError, type CliOutput, type CommandWork, type Tools } from './tools.ts';

/** A product's editable fields. The price is in US cents. */
const fieldsSchema = v.object({
  name: v.string(),
  priceCents: v.number(),
  credits: v.number(),
  bonusCredits: v.number(),
  creditsExpireDays: v.nullish(v.number(), null),
  bonusExpireDays: v.nullish(v.number(), null),
  description: v.string(),
  rank: v.number(),
});
type ProductFields = v.InferOutput<typeof fieldsSchema>;

/** A command's options. Undefined if not given. */
interface GivenFields extends Partial<Pick<ProductFields, 'name' | 'credits' | 'description' | 'rank'>> {
  readonly product: string;
  readonly price?: number;
  readonly bonus?: number;
  /** Days; 0 for never. */
  readonly creditsExpire?: number;
  readonly bonusExpire?: number;
}

const fieldsOf = ({ price, bonus, creditsExpire, bonusExpire, product: _, ...others }: GivenFields) => ({
  ...others,
  ...(price !== undefined && { priceCents: price }),
  ...(bonus !== undefined && { bonusCredits: bonus }),
  ...(creditsExpire !== undefined && { creditsExpireDays: creditsExpire || null }),
  ...(bonusExpire !== undefined && { bonusExpireDays: bonusExpire || null }),
});

const amounts = {
  '#Price': ({ priceCents }: ProductVersion) => displayCents(priceCents),
  '#Credits': ({ credits }: ProductVersion) => whole(credits),
  '#Bonus': ({ bonusCredits }: ProductVersion) => whole(bonusCredits),
};
const withdrawn = ({ onSale }: ProductVersion) => (onSale ? null : 'withdrawn');

/** `coffer products`: lists products. `all` includes withdrawn ones. */
export const listProducts: CommandWork<{ all?: boolean }> = async ({ database }, { all }) => {
  const products = (await readLatestVersions(database)).filter(({ onSale }) => all || onSale);
  const text = table(products, {
    Product: ({ id }) => id,
    Name: ({ name }) => name,
    ...amounts,
    '': withdrawn,
  });
  return { json: { products }, text: products.length === 0 ? 'Nothing is on sale.' : text };
};

/** `coffer products history`: shows all versions of a product. */
export const showProductHistory: CommandWork<{ product: string }> = async ({ database }, { product: id }) => {
  const versions = await readVersions(database, id);
  if (versions.length === 0)
    throw new CliError(`There is no product ${id}. To list all, run coffer products --all.`, 'not-found');
  return {
    json: { versions },
    text: table(versions, {
      'From (UTC)': ({ changedAt }) => instant(changedAt),
      ...amounts,
      By: ({ changedBy }) => changedBy,
      '': withdrawn,
    }),
  };
};

/** `coffer products add`: adds a product, or puts a withdrawn one back on sale. By default, new products come last. */
export const addProduct: CommandWork<GivenFields> = (tools, given) =>
  change(tools, given, async (id, latest, transaction) => {
    if (latest?.onSale)
      throw new CliError(`${id} is already on sale. Change it, or add it under a different id.`);
    const others = await readLatestVersions(transaction);
    const last = Math.max(0, ...others.map((other) => other.rank));
    return { rank: latest?.rank ?? last + rankStep, ...fieldsOf(given), onSale: true };
  });

/** `coffer products change`: changes the given fields and keeps the others. */
export const changeProduct: CommandWork<GivenFields> = (tools, given) =>
  change(tools, given, async (id, latest) => {
    const before = v.parse(fieldsSchema, expectOnSale(id, latest));
    const after = { ...before, ...fieldsOf(given) };
    if (JSON.stringify(after) === JSON.stringify(before))
      throw new CliError(`${id} already has these values. Nothing was changed.`);
    return { ...after, onSale: true };
  });

/** `coffer products withdraw`: takes a product off sale. Existing purchases stay. */
export const withdrawProduct: CommandWork<{ product: string }> = (tools, given) =>
  change(tools, given, async (id, latest) => ({ ...expectOnSale(id, latest), onSale: false }));

const expectOnSale = (id: string, latest: ProductVersion | undefined): ProductVersion => {
  if (!latest?.onSale) throw new CliError(`${id} is not on sale.`);
  return latest;
};

const change = (
  { database, operator, writeDown }: Tools,
  { product: id }: { readonly product: string },
  decide: (
    id: string,
    latest: ProductVersion | undefined,
    transaction: Queryable,
  ) => Promise<Partial<ProductFields> & Pick<ProductVersion, 'onSale'>>,
): Promise<CliOutput> =>
  database.transaction(async (transaction) => {
    // Blocks changes to products, but not reads.
    await callFunction(transaction, 'lock_products', {});
    const latest = (await readVersions(transaction, id)).at(-1);
    const { onSale, ...decided } = await decide(id, latest, transaction);
    const version = (latest?.version ?? 0) + 1;
    const product = v.parse(fieldsSchema, decided);
    const details = { version, ...product, onSale };
    const { name, priceCents, credits, bonusCredits, description, rank } = product;
    await addVersion(transaction, { id, ...details, changedBy: operator });
    await writeDown(transaction, { subject: id, details, result: 'done' });
    return {
      json: { product: { id, ...details } },
      text: fields({
        Product: onSale ? id : `${id} (withdrawn)`,
        Name: name,
        Price: displayCents(priceCents),
        Credits: `${whole(credits)} and ${whole(bonusCredits)} bonus`,
        'Credits expire': lifetime(product.creditsExpireDays),
        'Bonus expires': lifetime(product.bonusExpireDays),
        Description: description === '' ? null : description,
        Rank: whole(rank),
      }),
    };
  });

const lifetime = (days: number | null): string | null =>
  days === null ? null : `${whole(days)} ${days === 1 ? 'day' : 'days'} after the purchase`;
