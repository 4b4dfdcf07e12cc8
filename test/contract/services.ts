import { afterAll, beforeEach, onTestFinished } from 'vitest';
import type { Connection, Kind } from '../../lib/services/index.ts';

/** A sandbox, or a stand-in. */
export interface Service {
  url: string;
  key: string;
  reset(): void;
  close(): Promise<unknown>;
}

/** A service for all tests of a file: empty before each, closed after the last. */
export async function shared<S extends Service>(starting: Promise<S>): Promise<S> {
  const service = await starting;
  beforeEach(() => service.reset());
  afterAll(() => service.close());
  return service;
}

/** A service of one test, closed at its end. */
export async function own<S extends Service>(starting: Promise<S>): Promise<S> {
  const service = await starting;
  onTestFinished(async () => void (await service.close()));
  return service;
}

export const connectionTo = (kind: Kind, { url, key }: Service): Connection => ({ kind, url, key });
