import { slow4g, slowdown } from '../pages/browser.ts';

const kilobits = (bytesPerSecond: number): string =>
  `${Math.round((bytesPerSecond * 8) / 1000).toLocaleString('en-US')} kbit/s`;

export const methodText = (rounds: number): string => `### How it is measured

\`npm run bench\` measures all of this and writes this section. \`-- --check\` exits with 1 if a goal is missed.
\`npm run bench -- --rounds 3 sign-in dashboard\` measures parts and writes nothing. The first run needs the npm registry.

| Term | Meaning |
|---|---|
| our site | a stamped copy of \`dist/site\` with its real headers, over HTTP/2; pool and API have other origins |
| amplify-ui | a sign-in page with \`@aws-amplify/ui-react\` |
| plain | a sign-in page with React Router, React Query, react-hook-form and aws-amplify |
| static HTML | our page without scripts: inline styles, same headers |
| same bytes in parallel | a page that requests everything that /dashboard needs for its first row at once, and runs none of it |
| before | our site before its pages were prerendered, measured once (\`drills/bench/before.ts\`) |
| network, processor | Chromium's "Slow 4G": ${slow4g.latency} ms, ${kilobits(slow4g.downloadThroughput)} down, ${kilobits(slow4g.uploadThroughput)} up; main thread ${slowdown} times slower. No slow network for the billing form |
| rounds | ${rounds}, every other one in reverse order; ratios of medians; the spread is that of single rounds |
| TBT of a sign-in | from the click until the tokens are stored; keys come every 100 ms |
| INP | the longest event of the click on Sign In; 16 ms if none is reported |
| usable | the first press of "Show password" that works; one every 30 ms |
| first key that is kept | keys come every 50 ms from before the page exists |
`;
