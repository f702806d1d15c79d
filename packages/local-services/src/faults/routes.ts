import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { handleError, readJson } from '../http/body.ts';
import { type FaultyService, faultSchema, ownFaultSchema } from './fault.ts';
import type { FaultRegistry } from './registry.ts';

/** Creates routes that list, add and clear faults, for all services or only for `service`. */
export const faultRoutes = (faults: FaultRegistry, service?: FaultyService): Hono => {
  const app = new Hono();
  const schema = service === undefined ? faultSchema : ownFaultSchema(service);
  app.onError(handleError);
  app.get('/', (c) => c.json(faults.list()));
  app.post('/', async (c) => c.json({ id: faults.add(await readJson(c, schema)).id }, 201));
  app.delete('/', (c) => {
    faults.clear();
    return c.body(null, 204);
  });
  app.delete('/:id', (c) => {
    if (!faults.remove(c.req.param('id'))) throw new HTTPException(404, { message: 'No such fault' });
    return c.body(null, 204);
  });
  return app;
};
