import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that systems hand out by themselves, so that a block stays free until it is used. */
const lowest = 20_000;
/** How many of them one place has to itself: nobody else looks there at the same moment. */
const share = 2_000;

/**
 * The first of so many free ports in a row on this machine.
 *
 * @param place from 0 to 5; who asks at the same time asks for another place
 */
export async function findFreePorts(count: number, place: number): Promise<number> {
  for (;;) {
    const first = lowest + place * share + randomInt(share - count);
    const ports = Array.from({ length: count }, (_, offset) => first + offset);
    if ((await Promise.all(ports.map(isFree))).every(Boolean)) return first;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    server.listen(port, 'localhost');
    await once(server, 'listening');
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
}
