import { Hono } from 'hono';
import { reads } from '#contract/endpoints.ts';
import { readProductsOnSale } from '../catalog.ts';
import type { RequestEnvironment } from '../http/middleware.ts';
import { serve } from '../http/serve.ts';
import type { StoreParts } from '../parts.ts';

export const productRoutes = ({ database }: StoreParts) => {
  const routes = new Hono<RequestEnvironment>();
  serve(
    routes,
    reads.products,
    { summary: 'Lists the packages on sale', statuses: { 200: 'The packages' } },
    () => readProductsOnSale(database),
  );
  return routes;
};
