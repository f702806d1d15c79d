import type { Page } from '@playwright/test';
import * as v from 'valibot';

/** The fields of V8's heap snapshot that we read. Nodes and edges are rows of numbers in flat arrays. */
const snapshotSchema = v.object({
  snapshot: v.object({
    meta: v.object({
      node_fields: v.array(v.string()),
      node_types: v.looseTuple([v.array(v.string())]),
      edge_fields: v.array(v.string()),
      edge_types: v.looseTuple([v.array(v.string())]),
    }),
  }),
  nodes: v.array(v.number()),
  edges: v.array(v.number()),
  strings: v.array(v.string()),
});
type Snapshot = v.InferOutput<typeof snapshotSchema>;

const takeSnapshot = async (page: Page): Promise<Snapshot> => {
  const session = await page.context().newCDPSession(page);
  let json = '';
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => {
    json += chunk;
  });
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.takeHeapSnapshot');
  await session.detach();
  return v.parse(snapshotSchema, JSON.parse(json));
};

/** V8's internal tables, which don't keep strings alive for the page. */
const ownStores = /^\((Internalized strings|String(?:s)? table|Weak|Global handles)/;

/** Returns, for each string in memory with one of `texts`, the text and a reference path from a root. */
export const pathsTo = async (page: Page, texts: readonly string[]): Promise<readonly string[]> => {
  const { snapshot, nodes, edges, strings } = await takeSnapshot(page);
  const { node_fields, node_types, edge_fields, edge_types } = snapshot.meta;
  const at = { type: node_fields.indexOf('type'), name: node_fields.indexOf('name') };
  const edgeCount = node_fields.indexOf('edge_count');
  const edgeAt = {
    type: edge_fields.indexOf('type'),
    name: edge_fields.indexOf('name_or_index'),
    to: edge_fields.indexOf('to_node'),
  };
  const nodeSize = node_fields.length;
  const edgeSize = edge_fields.length;
  const firstEdges: number[] = [];
  let seen = 0;
  for (let node = 0; node < nodes.length; node += nodeSize) {
    firstEdges.push(seen);
    seen += (nodes[node + edgeCount] ?? 0) * edgeSize;
  }
  firstEdges.push(seen);
  const nameOf = (node: number) => strings[nodes[node + at.name] ?? 0] ?? '';

  const reached = new Map<number, readonly [from: number, edge: number]>([[0, [0, -1]]]);
  for (const node of reached.keys()) {
    if (ownStores.test(nameOf(node))) continue;
    const index = node / nodeSize;
    for (let edge = firstEdges[index] ?? 0; edge < (firstEdges[index + 1] ?? 0); edge += edgeSize) {
      const to = edges[edge + edgeAt.to] ?? 0;
      if (edge_types[0][edges[edge + edgeAt.type] ?? 0] !== 'weak' && !reached.has(to))
        reached.set(to, [node, edge]);
    }
  }

  const pathOf = (node: number): string => {
    const [from, edge] = reached.get(node) ?? [0, -1];
    if (edge < 0) return '';
    const type = edge_types[0][edges[edge + edgeAt.type] ?? 0];
    const name = edges[edge + edgeAt.name] ?? 0;
    const step = type === 'element' || type === 'hidden' ? `[${name}]` : strings[name];
    return `${pathOf(from)} > ${step} (${nameOf(node).slice(0, 60)})`;
  };
  return [...reached.keys()]
    .filter((node) => /string/.test(node_types[0][nodes[node + at.type] ?? 0] ?? ''))
    .flatMap((node) => {
      const text = texts.find((one) => nameOf(node).includes(one));
      return text === undefined ? [] : [`${text}${pathOf(node)}`];
    });
};
