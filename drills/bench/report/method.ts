import { slow4g, slowdown } from '../pages/browser.ts';

const kilobits = (bytesPerSecond: number): string =>
  `${Math.round((bytesPerSecond * 8) / 1000).toLocaleString('en-US')} kbit/s`;

/** How the figures are measured, for docs/performance.md. */
export const methodText = (rounds: number): string => `### How it is measured

\`npm run bench\` measures all of this and writes this section; \`npm run bench -- --check\` exits with 1 where a goal is
missed. \`npm run bench -- --rounds 3 sign-in dashboard\` measures parts alone, and writes nothing. It needs the npm registry
once, for the packages of \`drills/bench/peers\`.

- **What is compared.** Our site is served from a stamped copy of \`dist/site\` with its real headers. Beside it stand others' pages, built by the
  same Vite: the Authenticator of \`@aws-amplify/ui-react\` ("amplify-ui"); a form by React Router, React Query,
  react-hook-form and aws-amplify ("plain"); a billing form of 12 fields by react-hook-form. All of them sign in at the local
  user pool.
- **Floors.** "Static HTML" is our own page as it stands in the browser: its elements, the styles of all its style sheets
  inline, no script. It is served with the headers that our own pages have: a page with \`Cross-Origin-Opener-Policy\` gets a
  process of its own when it is opened from an empty tab, whatever is in it. What all headers cost is a row of the table. "Same bytes in parallel" is a page that asks for just the files and answers that /dashboard asks for
  until its first row, all at once and as soon as its HTML is there, runs none of them, and paints a row when all have come.
- **Server.** One process serves every origin over HTTP/2 with TLS, compressed by brotli at build time: the pages, and the
  user pool and the store API, too. The pool and the store API are at other origins than the site, so their first requests have preflights.
- **Network and processor.** Chromium's own "Slow 4G": ${slow4g.latency} ms a request, ${kilobits(slow4g.downloadThroughput)} down, ${kilobits(slow4g.uploadThroughput)} up; the
  main thread ${slowdown} times slower. Neither reaches a worker, so what counts is how long the page is blocked. Chromium does
  not slow preflights down. The billing form is measured without the slow network.
- **Turns.** ${rounds} rounds; in each, every candidate is measured once, and every other round goes the other way. One browser; a
  new context for each cold visit, and a second page of that context for the warm one. Figures are ratios of medians; the
  spread is that of the ratios of single rounds.
- **Paints, shifts, blocking.** The page's own entries: first and largest contentful paint, layout shifts without recent
  input, tasks over 50 ms. Total blocking time of a sign-in runs from the click until the tokens are in the browser's storage.
  INP is the longest event of the click on Sign In, and 16 ms where the browser reports none, as shorter ones are not
  reported.
- **Usable.** A press of "Show password" every 30 ms; the first that shows it counts, as the page's own code answers from
  then on. **Keys**: one every 50 ms through the browser's input, from before the page is there; the email has the focus as
  soon as it is painted. The first key that the field still has when all has loaded counts; later ones that it does not have
  are lost.
- **A sign-in** waits until the page is usable and types both fields at 100 ms a key. The first request to the pool is the
  \`InitiateAuth\` that reaches it.
- **The first row** counts when the frame that has it is on its way to the screen.
- **Before.** What a goal compares to the site as it was before its pages were prerendered was measured once
  (\`drills/bench/before.ts\`) and is told by what the same run measures: bytes as such; the first row of a warm visit as its round
  trips, and its work as a multiple of amplify-ui's until its own warm paint; the way to the pool as the plain peer's and
  round trips for code.
- **The store** is measured on this machine's network. A busy computer only adds to a time, so each page of the history
  counts by its quicker requests.
`;
