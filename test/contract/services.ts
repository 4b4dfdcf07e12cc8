import { afterAll, beforeEach, onTestFinished } from 'vitest';
import type { Connection, Kind } from '../../lib/services/index.ts';

/** A sandbox or a stand-in. */
export interface Service {
  url: string;
  key: string;
  reset(): void;
  close(): Promise<unknown>;
}

/** Shares a service between all tests of a file: resets it before each test, and closes it after the last one. */
export async function shared<S extends Service>(starting: Promise<S>): Promise<S> {
  const service = await starting;
  beforeEach(() => service.reset());
  afterAll(() => service.close());
  return service;
}

/** Resolves to the started service, which is closed at the end of the present test. */
export async function own<S extends Service>(starting: Promise<S>): Promise<S> {
  const service = await starting;
  onTestFinished(async () => void (await service.close()));
  return service;
}

export const connectionTo = (kind: Kind, { url, key }: Service): Connection => ({ kind, url, key });

/** Resolves to a service as `own` does, with the connection to it. */
export async function connected<S extends Service>(kind: Kind, starting: Promise<S>) {
  const service = await own(starting);
  return { ...service, to: connectionTo(kind, service) };
}
