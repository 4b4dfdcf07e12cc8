import { beforeEach, describe, expect, test } from 'vitest';
import { callWithin } from '../../lib/services/call.ts';
import { ApiError, type InputOf } from '../../lib/services/index.ts';
import { type Fault, faults, isQuiet, verbOf } from '../sandbox/faults.ts';
import { startSandbox } from '../sandbox/sandbox.ts';
import { impatient, limits, type Single } from '../unit/services/helpers.ts';
import { connectionTo, shared } from './services.ts';

/** Calls with a short time limit, which is enough to test silence. */
const brief = callWithin({ ...limits, time: 100 });

const inputs: { [N in Single]: InputOf<N> } = {
  'websites.list': { per_page: 25 },
  'websites.show': { id: '1' },
  'websites.create': { domain: 'new.example' },
  'websites.update': { id: '1', privacy: 0 },
  'websites.delete': { id: '1' },
  'projects.list': { per_page: 25 },
  'projects.delete': { project: 'one.example' },
};
const names = Object.keys(inputs) as Single[];

const sandbox = await shared(startSandbox({ key: 'made-up-key-for-tests-0051', basePath: '/stats' }));
beforeEach(() => {
  sandbox.addWebsite({ domain: 'one.example' });
  sandbox.addProject({ project: 'one.example' });
});

/** The outcomes that differ for projects: a list of websites is not a list of projects. */
const ofProjects: Record<string, string> = { 'other-record': 'shape' };

function expectedOf(name: Single, fault: Fault): string[] {
  const ofLists = name === 'projects.list' ? ofProjects[fault.name] : undefined;
  return [ofLists ?? fault.expected[verbOf(name)]].flat();
}

async function outcomeOf(name: Single, fault: Fault): Promise<string> {
  const send = isQuiet(fault) ? brief : impatient;
  return send(name, inputs[name], connectionTo('analyticsV1', sandbox)).then(
    () => 'ok',
    (error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
      expect(JSON.stringify(error.problem)).not.toContain(sandbox.key);
      return error.problem.kind;
    },
  );
}

/** Returns how many requests are allowed: a read is repeated after a passing failure, a refused update once by PUT. */
function mostRequests(name: Single, { name: fault }: Fault): number {
  const isRead = verbOf(name) === 'list' || verbOf(name) === 'show';
  return isRead || (name === 'websites.update' && fault.startsWith('405')) ? 2 : 1;
}

describe.each(faults.map((fault) => ({ ...fault, fault })))('$name: $says', ({ fault }) => {
  test.each(names)('%s', async (name) => {
    sandbox.behave({ fault: fault.name });
    expect(expectedOf(name, fault)).toContain(await outcomeOf(name, fault));
    expect(sandbox.log.length).toBeLessThanOrEqual(mostRequests(name, fault));
    expect(sandbox.log.filter(({ service }) => service === 'foreign' || service === 'site')).toEqual([]);
    // On a busy machine, the short time may be over before the request arrives.
    if (isQuiet(fault)) return;
    expect(sandbox.log[0]).toMatchObject({ fault: fault.name, operation: name });
    if (name === 'websites.create') expect(sandbox.websites()).toHaveLength(fault.commits ? 2 : 1);
  });
});
