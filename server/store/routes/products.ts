import { Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import { response } from '../http/document.ts';
import type { RequestEnvironment } from '../http/middleware.ts';
import type { StoreParts } from '../parts.ts';

/** What is on sale. */
export const productRoutes = ({ products }: StoreParts) =>
  new Hono<RequestEnvironment>().on(
    'GET',
    ['/api/products', '/api/products/'],
    describeRoute({
      summary: 'The packages on sale',
      responses: { 200: response('Products', 'The packages') },
    }),
    (c) => c.json(products),
  );
