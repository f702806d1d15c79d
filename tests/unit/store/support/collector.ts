import type { ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import * as v from 'valibot';
import { listenOnLoopback } from './loopback.ts';

const valueSchema = v.object({
  stringValue: v.optional(v.string()),
  intValue: v.optional(v.union([v.number(), v.string()])),
});
const attributesSchema = v.pipe(
  v.optional(v.array(v.object({ key: v.string(), value: valueSchema })), []),
  v.transform((list) =>
    Object.fromEntries(
      list.map(({ key, value }) => [key, value.stringValue ?? (value.intValue && Number(value.intValue))]),
    ),
  ),
);
const spanSchema = v.object({
  name: v.string(),
  kind: v.number(),
  traceId: v.string(),
  spanId: v.string(),
  parentSpanId: v.optional(v.string()),
  attributes: attributesSchema,
  status: v.optional(v.object({ code: v.optional(v.number()) })),
  links: v.optional(v.array(v.object({ traceId: v.string(), spanId: v.string() })), []),
});
const exportSchema = v.object({
  resourceSpans: v.array(
    v.object({
      resource: v.object({ attributes: attributesSchema }),
      scopeSpans: v.array(v.object({ spans: v.array(spanSchema) })),
    }),
  ),
});

export type CollectedSpan = v.InferOutput<typeof spanSchema>;

export interface TestCollector {
  readonly url: string;
  everything(): string;
  spans(): CollectedSpan[];
  resources(): Record<string, unknown>[];
  behavior: 'take' | 'refuse' | 'hang';
  close(): Promise<void>;
}

export const startCollector = async (): Promise<TestCollector> => {
  const heads: string[] = [];
  const bodies: Buffer[] = [];
  const answer = (response: ServerResponse): void => {
    if (collector.behavior === 'take') response.end('{}');
    if (collector.behavior === 'refuse') response.writeHead(400).end();
  };
  const server = await listenOnLoopback(async (request, response) => {
    heads.push(JSON.stringify([request.method, request.url, request.headers]));
    bodies.push(await buffer(request));
    answer(response);
  });
  const exports = () =>
    bodies
      .filter((body) => body.toString('latin1').startsWith('{'))
      .flatMap((body) => v.parse(exportSchema, JSON.parse(body.toString())).resourceSpans);
  const collector: TestCollector = {
    url: server.url,
    everything: () => [...heads, ...bodies.map(String)].join('\n'),
    spans: () => exports().flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
    resources: () => exports().map(({ resource }) => resource.attributes),
    behavior: 'take',
    close: () => server.close(),
  };
  return collector;
};
