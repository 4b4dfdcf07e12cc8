import { hosts } from './switches.ts';
import type { World } from './world.ts';

/** An audit tries a page that ends the worker so many times. */
const mostDeaths = 3;

/** The home pages of the hosts that people ask about. */
export class Sites {
  /** The worker that reads one of these runs out of memory. */
  readonly heavy = new Set<string>();
  #world: World;
  #deaths = new Map<string, number>();

  constructor(world: World) {
    this.#world = world;
  }

  has(host: string): boolean {
    return (hosts as readonly string[]).includes(host);
  }

  /** What a host's server answers; a worker that is ended by it never hears it. */
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
