import type { Page, Request } from '@playwright/test';

export interface Asked {
  readonly url: string;
  readonly authorization: string | undefined;
}

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
 * The fastest possible page with a row. It contains the real page's HTML as a comment, requests the same
 * files in parallel without running them, and adds a row when all have arrived.
 *
 * @param origin the real page's origin; its files are requested from the floor's own origin instead
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
