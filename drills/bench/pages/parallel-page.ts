import type { Page, Request } from '@playwright/test';

/** Something that a page asked for: its address and, for the API, what proves the session. */
export interface Asked {
  readonly url: string;
  readonly authorization: string | undefined;
}

/** Notes what a page asks for by itself, from now on, its own HTML apart. */
export const noteRequests = (page: Page): { taken(): Promise<readonly Asked[]> } => {
  const requests: Request[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest() || request.method() !== 'GET') return;
    if (request.url().startsWith('https:')) requests.push(request);
  });
  return {
    taken: async () => {
      const asked = await Promise.all(
        requests.map(async (request) => ({
          url: request.url(),
          authorization: (await request.headerValue('authorization')) ?? undefined,
        })),
      );
      return [...new Map(asked.map((one) => [one.url, one])).values()];
    },
  };
};

/**
 * The floor for a page that paints a row: the HTML of that page as dead weight, and a script in it that asks for the very
 * same files and answers at once, runs none of them, and paints a row when all are there.
 *
 * @param origin that of the page; its own files are asked for at the floor's origin, which has the same
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
