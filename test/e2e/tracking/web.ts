import { createServer } from 'node:http';
import { listen } from '../../sandbox/listen.ts';
import type { PageCase } from '../../unit/data/pages/page.ts';

/** Serves page cases by number (`?case=12`) with their headers, and an empty script, on every host. */
export const serveCases = (cases: readonly PageCase[]) =>
  listen(
    createServer((request, response) => {
      const url = new URL(request.url ?? '/', 'http://shop.example.com');
      if (url.pathname.endsWith('.js') && !url.pathname.startsWith('/gone/')) {
        response.writeHead(200, { 'content-type': 'text/javascript' });
        response.end();
        return;
      }
      const found = cases[Number(url.searchParams.get('case') ?? -1)];
      const headers = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store', ...found?.headers };
      response.writeHead(found ? 200 : 404, headers);
      response.end(found?.html ?? '');
    }),
  );
