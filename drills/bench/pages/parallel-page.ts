import type { Page, Request } from '@playwright/test';

interface Asked {
  readonly url: string;
  readonly authorization: string | null;
}

/** Records the page's GET requests. Returns a function that resolves with the requests so far. */
export const noteRequests = (page: Page): (() => Promise<readonly Asked[]>) => {
  const requests = new Map<string, Request>();
  page.on('request', (request) => {
    const isFile = request.method() === 'GET' && request.url().startsWith('https:');
    if (isFile && !request.isNavigationRequest()) requests.set(request.url(), request);
  });
  return () =>
    Promise.all(
      Array.from(requests, async ([url, request]) => ({
        url,
        authorization: await request.headerValue('authorization'),
      })),
    );
};

/**
 * Returns the fastest possible page with a row. It contains the real page's HTML as a comment, requests the same
 * files in parallel without running them, and adds a row when all have arrived.
 *
 * @param origin the real page's origin; this page requests the files from its own origin instead
 */
export const parallelHtml = (
  html: string,
  asked: readonly Asked[],
  origin: string,
): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>The same bytes in parallel</title>
<link rel="icon" href="data:,">
<script>
const load = async ({ url, authorization }) =>
  (await fetch(url, authorization ? { headers: { authorization } } : {})).arrayBuffer();
Promise.all(${JSON.stringify(asked.map(({ url, ...rest }) => ({ ...rest, url: url.replace(origin, '') })))}.map(load)).then(() => {
  const button = document.createElement('button');
  button.ariaHasPopup = 'dialog';
  button.append('A row');
  document.querySelector('tbody').insertRow().insertCell().append(button);
});
</script>
</head>
<body>
<table><tbody></tbody></table>
<!-- ${html.replaceAll('--', '- ')} -->
</body>
</html>
`;
