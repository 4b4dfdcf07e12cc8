import { describe, expect, test } from 'vitest';
import { account, audit, closed, network, newWorker, setUp, without } from './auditWorker.ts';

setUp();

const sites = ['a.shop.example.com', 'b.shop.example.com'];

describe('an audit that the worker refuses', () => {
  test('beside another, whoever asks: also two presses at once', async () => {
    const worker = await newWorker();
    const held = Promise.withResolvers<void>();
    network.answer = () => held.promise.then(without);
    const begins = [audit(worker, sites), audit(worker, sites, { id: 'b' }), audit(worker, sites)];
    const answers = await Promise.allSettled(begins);
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(answers[1]).toMatchObject({ reason: { problem: { kind: 'conflict', code: 'audit-under-way' } } });
    expect((await worker.allJobs()).map(({ id }) => id)).toEqual(['a']);
    held.resolve();
    await closed(worker);
  });

  test('from a private window: nothing of it is stored', async () => {
    const worker = await newWorker();
    const start = { id: 'a', items: [{ key: 'a.example' }], fields: {} };
    const how = { kind: 'audit', speed: 'fast', repeat: 'week' } as const;
    const refused = worker.startJob({ ...start, ...how }, { account, private: true });
    await expect(refused).rejects.toMatchObject({ problem: { kind: 'rejected', code: 'private' } });
    expect([
      await worker.allJobs(),
      await (await import('@/lib/storage/settings.ts')).get(worker.auditRepeats),
    ]).toEqual([[], []]);
  });
});
