import { type Arrow, type Box, type Drawing, textPlaces, type } from '#devtools/drawing.ts';

/** Returns a drawing as an SVG file for light and dark pages. */
export const svgOf = (name: string, drawing: Drawing): string => {
  const [width, height] = [drawing.width + 2 * margin, drawing.height + 2 * margin].map(Math.ceil);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${-margin} ${-margin} ${width} ${height}" role="img" aria-labelledby="title">`,
    `<title id="title">${escaped(`Chart of ${name}`)}</title>`,
    `<style>${styles}</style>`,
    '<defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0 8 4 0 8z"/></marker></defs>',
    `<rect class="page" x="${-margin}" y="${-margin}" width="${width}" height="${height}"/>`,
    ...drawing.boxes.map(boxOf),
    ...drawing.arrows.map(arrowOf),
    '</svg>',
    '',
  ].join('\n');
};

/** Margin around the drawing, in pixels. */
const margin = 8;

/** The file's own styles, because GitHub shows it without the page's styles. */
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

const boxOf = (box: Box): string => {
  const { id, kind, x, y, width, height } = box;
  const { dot, lines } = textPlaces(box);
  const drawn = [
    `<rect class="${kind}" x="${x}" y="${y}" width="${width}" height="${height}" rx="5"/>`,
    dot === null ? '' : `<circle cx="${dot.x}" cy="${dot.y}" r="3"/>`,
    ...lines.map((line, index) => {
      const name = index === 0 ? ' class="name"' : '';
      return `<text${name} x="${line.x}" y="${line.y}">${escaped(line.text)}</text>`;
    }),
  ].join('');
  return kind === 'closed' ? `<a href="${id}.svg">${drawn}</a>` : drawn;
};

const arrowOf = ({ points }: Arrow): string => `<polyline marker-end="url(#head)" points="${points}"/>`;

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => `&#${character.codePointAt(0)};`);
