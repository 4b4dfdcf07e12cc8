import { hosts } from './switches.ts';
import type { World } from './world.ts';

/** How often an audit tries a page that ends the worker. */
const mostDeaths = 3;

/** The home pages of `hosts`. */
export class Sites {
  /** The hosts whose page makes the worker run out of memory. */
  readonly heavy = new Set<string>();
  #world: World;
  #deaths = new Map<string, number>();

  constructor(world: World) {
    this.#world = world;
  }

  has(host: string): boolean {
    return (hosts as readonly string[]).includes(host);
  }

  /** Returns the answer of a host's server. A worker that this page ends never receives it. */
  answer(host: string): Response {
    if (this.heavy.has(host)) {
      const deaths = (this.#deaths.get(host) ?? 0) + 1;
      this.#deaths.set(host, deaths);
      if (deaths === mostDeaths + 1) this.#world.truth.fault(`the page of ${host} has ended ${deaths} workers`);
      this.#world.kill();
    }
    return new Response('<!doctype html><title>A page</title>', { headers: { 'content-type': 'text/html' } });
  }
}
