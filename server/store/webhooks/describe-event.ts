import type { Delivery } from './deliveries.ts';

/** An event as `GET /v1/events` returns it. */
export const describeEvent = ({ eventId, type, occurredAt, data }: Delivery) => ({
  id: String(eventId),
  type,
  timestamp: occurredAt.toISOString(),
  data,
});
