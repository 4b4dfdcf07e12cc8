import type { ServerResponse } from 'node:http';
import type { Reply, Wire } from './types.ts';

const floodBytes = 50 * 1024 * 1024;
const chunk = Buffer.alloc(64 * 1024, 'x');
const dripMs = 200;

const flood = (response: ServerResponse): void => {
  let sent = 0;
  const pour = () => {
    while (sent < floodBytes && !response.destroyed) {
      sent += chunk.length;
      if (!response.write(chunk)) {
        response.once('drain', pour);
        return;
      }
    }
    if (!response.destroyed) response.end('"}');
  };
  response.write('{"data":"');
  pour();
};

const drip = (response: ServerResponse): void => {
  const timer = setInterval(() => response.write(' '), dripMs);
  response.once('close', () => clearInterval(timer));
  response.write(' ');
};

type Play = (response: ServerResponse, reply: Reply) => void;

/** Sends the first half of a reply that announces all of it. */
const half = (response: ServerResponse, { status, headers, body }: Reply, then?: () => void): void => {
  const all = Buffer.from(body as string);
  response.writeHead(status, { ...headers, 'content-length': String(all.length) });
  response.write(all.subarray(0, Math.ceil(all.length / 2)), then);
};

const head: Play = (response, reply) => response.writeHead(reply.status, reply.headers);

const plays: Record<Wire, Play> = {
  hang: () => undefined,
  drop: (response) => response.destroy(),
  reset: (response) => response.socket?.resetAndDestroy(),
  'cut-head': (response) => response.socket?.end('HTTP/1.1 200 OK\r\nContent-Ty'),
  cut: (response, reply) => half(response, reply, () => response.destroy()),
  stall: half,
  drip: (response, reply) => {
    head(response, reply);
    drip(response);
  },
  flood: (response, reply) => {
    head(response, reply);
    flood(response);
  },
  garbage: (response) => response.socket?.end('SSH-2.0-OpenSSH_9.2\r\n'),
};

/** Sends a reply, or plays what its `wire` says instead. */
export function send(response: ServerResponse, reply: Reply): void {
  if (response.destroyed) return;
  if (reply.wire) {
    plays[reply.wire](response, reply);
    return;
  }
  const length = reply.status === 204 ? {} : { 'content-length': String(Buffer.byteLength(reply.body)) };
  response.writeHead(reply.status, { ...reply.headers, ...length });
  response.end(reply.body);
}
