import { createServer } from 'node:http';
import { listen } from '../../sandbox/listen.ts';
import { demoPage } from './demoPage.ts';

/** A small web server that answers for every host name, each with a page of its own. */
export interface Web {
  readonly port: number;
  /** The addresses that browsers requested, such as `http://shop.example.com/cart`. */
  readonly visits: string[];
  close(): Promise<void>;
}

/** The smallest valid PDF. */
const pdf =
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>';

/** A host whose pages never arrive. */
export const silent = 'silent.example.com';

/**
 * Starts a web server on a free loopback port. A path that ends in `.pdf` gets a PDF. Give the server to `launch`, so
 * that the browser finds every host there.
 */
export async function openWeb(page: (url: URL) => string = demoPage): Promise<Web> {
  const visits: string[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', `http://${request.headers.host ?? 'localhost'}`);
    visits.push(url.href);
    if (url.hostname === silent) return;
    const found = !/\.(ico|png|svg|js|css)$/.test(url.pathname);
    const isPdf = url.pathname.endsWith('.pdf');
    const type = isPdf ? 'application/pdf' : 'text/html; charset=utf-8';
    response.writeHead(found ? 200 : 404, { 'content-type': type, 'cache-control': 'no-store' });
    response.end(isPdf ? pdf : found ? page(url) : '');
  });
  const { port, close } = await listen(server);
  return { port, visits, close };
}
