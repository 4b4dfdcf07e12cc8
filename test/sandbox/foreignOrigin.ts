import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { listen } from './listen.ts';
import { type Keys, logEntry } from './log.ts';
import type { LoggedRequest } from './types.ts';

/** Starts another origin, which answers every request with an empty list, and logs it: no client should come here. */
export async function startForeignOrigin(log: LoggedRequest[], keys: Keys) {
  const server = createServer(async (request, response) => {
    const entry = logEntry(request, 'foreign', undefined, keys);
    log.push(entry);
    entry.fields = Object.fromEntries(new URLSearchParams(await text(request)));
    entry.status = 200;
    response.writeHead(200, { 'content-type': 'application/json', 'access-control-allow-origin': '*' });
    response.end('{"data":[],"status":200}');
  });
  return listen(server);
}
