import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { callWithin } from '../../lib/services/call.ts';
import { type OperationName as AnyName, ApiError, type Connection, type InputOf } from '../../lib/services/index.ts';
import { type Fault, faults, verbOf } from '../sandbox/faults.ts';
import { type Sandbox, startSandbox } from '../sandbox/sandbox.ts';

const usual = { time: 15_000, wait: 5_000, pause: 0, list: 8 * 2 ** 20, record: 2 ** 20 };
const call = callWithin(usual);
/** Where silence is what is tested, less of it will do. */
const impatient = callWithin({ ...usual, time: 300 });

/** Those of one request and one answer. */
type OperationName = Exclude<AnyName, 'websites.find'>;

const inputs: { [N in OperationName]: InputOf<N> } = {
  'websites.list': { per_page: 25 },
  'websites.show': { id: '1' },
  'websites.create': { domain: 'new.example' },
  'websites.update': { id: '1', privacy: 0 },
  'websites.delete': { id: '1' },
  'projects.list': { per_page: 25 },
  'projects.delete': { project: 'one.example' },
};
const names = Object.keys(inputs) as OperationName[];

let sandbox: Sandbox;
let connection: Connection;

beforeAll(async () => {
  sandbox = await startSandbox({ key: 'made-up-key-for-tests-0051', basePath: '/stats' });
  connection = { url: sandbox.url, key: sandbox.key };
});
beforeEach(() => {
  sandbox.reset();
  sandbox.addWebsite({ domain: 'one.example' });
  sandbox.addProject({ project: 'one.example' });
});
afterAll(() => sandbox.close());

/** What comes of a fault, where it is not the same for projects as for websites: a list of websites is not one of projects. */
const ofProjects: Record<string, string> = { 'other-record': 'shape' };

function expectedOf(name: OperationName, fault: Fault): string[] {
  const ofLists = name === 'projects.list' ? ofProjects[fault.name] : undefined;
  return [ofLists ?? fault.expected?.[verbOf(name)] ?? []].flat();
}

const isQuiet = ({ name }: Fault) => /^(hang|stall|drip)/.test(name);

async function outcomeOf(name: OperationName, fault: Fault): Promise<string> {
  const send = isQuiet(fault) ? impatient : call;
  return send(name, inputs[name], connection).then(
    () => 'ok',
    (error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
      expect(JSON.stringify(error.problem)).not.toContain(sandbox.key);
      return error.problem.kind;
    },
  );
}

/** A passing failure of a read is tried once more, an update that is not allowed goes once more by PUT; nothing else is sent twice. */
function mostRequests(name: OperationName, { name: fault }: Fault): number {
  const isRead = verbOf(name) === 'list' || verbOf(name) === 'show';
  return isRead || (name === 'websites.update' && fault.startsWith('405')) ? 2 : 1;
}

describe.each(faults.map((fault) => ({ ...fault, fault })))('$name: $says', ({ fault }) => {
  test.each(names)('%s', async (name) => {
    sandbox.behave({ fault: fault.name });
    expect(expectedOf(name, fault)).toContain(await outcomeOf(name, fault));
    // On a busy machine the short time may be up before the request has come.
    if (!isQuiet(fault)) expect(sandbox.log.length).toBeGreaterThan(0);
    expect(sandbox.log.length).toBeLessThanOrEqual(mostRequests(name, fault));
    expect(sandbox.log.filter(({ service }) => service === 'foreign' || service === 'site')).toEqual([]);
  });
});
