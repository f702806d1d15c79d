import type { GatewayOptions } from '#local-nmi';
import { type LocalGateway, startLocalGateway } from '../local-gateway.ts';
import type { Trap } from './kill-points.ts';

export const startGateway = (
  webhook: NonNullable<GatewayOptions['webhook']>,
  trap: Trap,
): Promise<LocalGateway> =>
  startLocalGateway({
    webhook,
    intercept(request, response) {
      if (request.url === '/api/query.php') trap.pass('while the records are read');
      if (request.url !== '/api/transact.php') return false;
      if (trap.pass('before a sale reaches the gateway')) {
        request.socket.destroy();
        return true;
      }
      trap.pass('before a sale is charged');
      // Intercept `end`, because the gateway writes the response in one call, after the charge.
      const end = response.end.bind(response);
      response.end = (...reply: unknown[]) => {
        trap.pass('after a sale is charged');
        return Reflect.apply(end, response, reply);
      };
      response.once('finish', () => trap.pass('when a sale is answered'));
      return false;
    },
  });
