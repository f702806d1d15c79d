import { Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import { readProductsOnSale } from '../catalogue.ts';
import { response } from '../http/document.ts';
import type { RequestEnvironment } from '../http/middleware.ts';
import type { StoreParts } from '../parts.ts';

/** What is on sale. */
export const productRoutes = ({ database }: StoreParts) =>
  new Hono<RequestEnvironment>().on(
    'GET',
    ['/api/products', '/api/products/'],
    describeRoute({
      summary: 'The packages on sale',
      responses: { 200: response('Products', 'The packages') },
    }),
    async (c) => c.json(await readProductsOnSale(database)),
  );
