import { readFile } from 'node:fs/promises';
import { Hono } from 'hono';

const files = [
  { path: '/', name: 'index.html', type: 'text/html; charset=utf-8' },
  { path: '/console.css', name: 'console.css', type: 'text/css; charset=utf-8' },
  { path: '/console.js', name: 'console.js', type: 'text/javascript; charset=utf-8' },
  { path: '/tables.js', name: 'tables.js', type: 'text/javascript; charset=utf-8' },
];

/** The console's page and what it loads. */
export async function consolePage(): Promise<Hono> {
  const app = new Hono();
  for (const { path, name, type } of files) {
    const content = await readFile(new URL(`./page/${name}`, import.meta.url), 'utf8');
    app.get(path, (c) => c.body(content, 200, { 'Content-Type': type }));
  }
  return app;
}
