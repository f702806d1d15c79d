import type { ChartState } from '#devtools/chart.ts';
import { type Arrow, type Box, initialSign, type Layout, layoutOf, room, type } from '#devtools/layout.ts';

/** A drawing of a chart with all its transitions, for light and dark pages. */
export const svgOf = async (chart: ChartState): Promise<string> => {
  const layout = await layoutOf(chart, { aspect: 1.2, detail: 'transitions', open: {} });
  const [width, height] = [layout.width + 2 * margin, layout.height + 2 * margin].map(Math.ceil);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${-margin} ${-margin} ${width} ${height}" role="img" aria-labelledby="title">`,
    `<title id="title">${escaped(`Chart of ${chart.key}`)}</title>`,
    `<style>${styles}</style>`,
    '<defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0 8 4 0 8z"/></marker></defs>',
    `<rect class="page" x="${-margin}" y="${-margin}" width="${width}" height="${height}"/>`,
    ...drawingOf(layout),
    '</svg>',
    '',
  ].join('\n');
};

/** Around the drawing, in pixels. */
const margin = 8;

/** GitHub shows the file without the page's styles, so it has its own. */
const styles = `
text { font: ${type.size}px ui-monospace, monospace; fill: #1f2328; white-space: pre }
.name { font-weight: bold }
.page, .state, .final, .closed { fill: #fff }
rect { stroke: #59636e }
.page { stroke: none }
.group, .region, .machine { fill: #818b981f; stroke: #818b98 }
.region { stroke-dasharray: 4 3 }
.final, .closed { stroke-width: 2.5 }
.closed { stroke: #0969da }
polyline { fill: none; stroke: #59636e }
path, circle { fill: #1f2328 }
a text { fill: #0969da; text-decoration: underline }
@media (prefers-color-scheme: dark) {
text, path, circle { fill: #f0f6fc }
.page, .state, .final, .closed { fill: #0d1117 }
rect, polyline { stroke: #9198a1 }
.group, .region, .machine { stroke: #656c76 }
.closed { stroke: #4493f8 }
a text { fill: #4493f8 }
}`;

const drawingOf = ({ boxes, arrows }: Layout): string[] => [...boxes.map(boxOf), ...arrows.map(arrowOf)];

const boxOf = (box: Box): string => {
  const { kind, id, x, y, width, height, lines, isInitial } = box;
  const rect = `<rect class="${kind}" x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" rx="5"/>`;
  const sign = isInitial
    ? `<circle cx="${round(x + room.inline + 3)}" cy="${round(y + room.block + type.line / 2)}" r="3"/>`
    : '';
  const texts = lines.map((line, index) => {
    const left = x + room.inline + (isInitial && index === 0 ? initialSign : 0);
    const name = index === 0 ? ' class="name"' : '';
    return `<text${name} x="${round(left)}" y="${round(y + room.block + (index + 0.75) * type.line)}">${escaped(line)}</text>`;
  });
  const drawn = [rect, sign, ...texts].join('');
  return kind === 'closed' ? `<a href="${id}.svg">${drawn}</a>` : drawn;
};

const arrowOf = ({ points }: Arrow): string =>
  `<polyline marker-end="url(#head)" points="${points.map(({ x, y }) => `${round(x)},${round(y)}`).join(' ')}"/>`;

/** Tenths of a pixel. */
const round = (value: number): number => Math.round(value * 10) / 10;

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => `&#${character.codePointAt(0)};`);
