import { reads } from '#contract/endpoints.ts';
import { readProductsOnSale } from '../catalog.ts';
import type { App } from '../http/middleware.ts';
import { serve } from '../http/serve.ts';
import type { StoreParts } from '../parts.ts';

export const addProductRoutes = (app: App, { database }: StoreParts): void => {
  serve(
    app,
    reads.products,
    { summary: 'Lists the packages on sale', statuses: { 200: 'The packages' } },
    () => readProductsOnSale(database),
  );
};
