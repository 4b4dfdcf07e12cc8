import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PageCase } from '../../unit/data/pages/page.ts';

/** Serves page cases by their number (`?case=12`), with the headers they ask for, and an empty script, on every host. */
export async function serveCases(cases: readonly PageCase[]) {
  const server = createServer((request, response) => {
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
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
