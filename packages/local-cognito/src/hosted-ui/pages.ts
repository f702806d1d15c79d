import { html } from 'hono/html';

type Page = ReturnType<typeof html>;

const page = (title: string, content: Page): Page => html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${title}</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="/hosted-ui.css">
  </head>
  <body>
    <main>
      <h1>${title}</h1>
      ${content}
    </main>
  </body>
</html>
`;

/** Returns the sign-in page. Its form posts to the page's own URL, which contains the authorization request. */
export const signInPage = ({ email = '', problem }: { email?: string; problem?: string } = {}): Page =>
  page(
    'Sign in',
    html`${problem === undefined ? '' : html`<p role="alert">${problem}</p>`}
      <form method="post">
        <label for="email">Email</label>
        <input id="email" name="email" type="email" value="${email}" autocomplete="username" maxlength="128" required>
        <label for="password">Password</label>
        <input id="password" name="password" type="password" autocomplete="current-password" maxlength="256" required>
        <button type="submit">Sign in</button>
      </form>`,
  );

export const messagePage = (title: string, text: string): Page => page(title, html`<p>${text}</p>`);
