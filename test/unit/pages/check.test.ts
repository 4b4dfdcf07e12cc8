import { beforeEach, describe, expect, test, vi } from 'vitest';
import { checkOf } from '@/entrypoints/manage/addMany/select.ts';
import type { Place } from '@/entrypoints/manage/addMany/state.ts';
import { nothingKnown } from '@/lib/addMany/preview.ts';
import { rateLimitsNow } from '@/lib/jobs/watch.ts';
import type { RateLimit } from '@/lib/services/rateLimit.ts';
import { set } from '@/lib/storage/settings.ts';
import { asked, does, failed, held, later, ok, openPage, settled, worker } from './hooked.ts';
import { played, preview, readOf, shows } from './played.ts';

vi.mock('@/lib/messages/ask.ts', async () => (await import('./hooked.ts')).messages);
/** By account, the hosts that are kept here. */
const kept: Record<string, string[]> = {};
vi.mock('@/lib/messages/records.ts', () => ({ listedHosts: async (account: string) => [...(kept[account] ?? [])] }));
/** The waits that are under way, and how to end them. */
const waits: { time: number; end: () => void }[] = [];
vi.mock('@/lib/util/sleep.ts', () => ({
  sleep: (time: number, signal?: AbortSignal) =>
    new Promise<void>((end) => {
      signal?.addEventListener('abort', () => end());
      waits.push({ time, end });
    }),
}));

const now = 1_000_000;

beforeEach(() => {
  openPage();
  waits.length = 0;
  for (const account of Object.keys(kept)) delete kept[account];
  vi.spyOn(Date, 'now').mockReturnValue(now);
});

const place = (id: string, ...hosts: string[]): Place => ({
  connection: { id, analyticsUrl: `https://${id}.example/path`, account: `of ${id}` },
  parsed: hosts.map((host) => readOf(host, { to: id })),
});
const many = Array.from({ length: 21 }, (_, at) => `s${at}.example`);
const lists = (hosts: string[], more = {}) =>
  ok({ items: hosts.map((domain) => ({ id: domain, domain })), more: false, ...more });

const open = async (first: Place[]) => {
  const { now, send } = played(first.length ? preview(['a', 'b'].map((id) => place(id).connection)) : {});
  const known = (id: string) => {
    const { registered, absent, unsure, complete } = now().preview.checks.get(`of ${id}`)?.known ?? nothingKnown;
    return { registered: [...registered], absent: [...absent], unsure: [...(unsure ?? [])], complete };
  };
  const state = () => {
    const { failed: _, ...check } = checkOf(now());
    return check;
  };
  const load = (places: Place[]) =>
    does(() =>
      send(
        ...shows(
          now(),
          places.flatMap(({ parsed }) => parsed),
        ),
      ),
    );
  if (first.length) await load(first);
  return { now, send, known, state, load, end: () => send('closed') };
};
const nothing = { registered: [], absent: [], unsure: [], complete: undefined };
const idle = { phase: 'asking', asked: 0, left: 0 };

describe('one service', () => {
  test('nothing is asked while there are no sites to check', async () => {
    const hook = await open([]);
    expect([hook.state(), hook.known('a'), worker.asked]).toEqual([idle, nothing, []]);
    hook.send('check-again');
    hook.send('check-stopped');
    hook.send('check-allowed', true);
    await settled();
    expect([hook.state(), worker.asked]).toEqual([idle, []]);
  });

  test('what is kept here is not asked for', async () => {
    kept['of a'] = ['x.example', 'y.example'];
    const hook = await open([place('a', 'x.example')]);
    expect(hook.state()).toEqual({ phase: 'ended', asked: 0, left: 0 });
    expect([hook.known('a'), worker.asked]).toEqual([{ ...nothing, registered: ['x.example', 'y.example'] }, []]);
  });

  test('what is kept here, and the whole list lacks by now, is not registered', async () => {
    kept['of a'] = ['x.example', 'y.example'];
    worker.answers['websites.list'] = () => lists(['y.example']);
    const hook = await open([place('a', 'x.example', 'z.example')]);
    expect(hook.known('a')).toEqual({ ...nothing, registered: ['y.example'], complete: now });
  });

  test.each<[string, found: string[], expected: object]>([
    ['looked for by name, it is absent where the search shows all', ['W.example'], { absent: [['x.example', now]] }],
    ['where the service does not search, it is not sure', ['other.org'], { unsure: ['x.example'] }],
  ])('%s', async (_what, found, expected) => {
    worker.answers['websites.list'] = ({ search }) => {
      if (!search) return lists(['W.example'], { more: true, next: '2', total: 5000 });
      return search === 'x.example' && found[0] === 'W.example' ? lists([]) : lists(found);
    };
    const hook = await open([place('a', 'x.example')]);
    expect(hook.known('a')).toEqual({ ...nothing, registered: expect.anything(), ...expected });
    expect(hook.state()).toMatchObject({ phase: 'ended', left: 0 });
  });
});

describe('before more than twenty requests', () => {
  const whole = (input: object) =>
    'search' in input ? lists([]) : lists(['w.org'], { more: true, next: '2', total: 50_000 });

  test('not before twenty', async () => {
    worker.answers['websites.list'] = whole;
    const hook = await open([place('a', ...many.slice(0, 20))]);
    expect(hook.state()).toMatchObject({ phase: 'ended', left: 0 });
    expect(asked('websites.list').length).toBeGreaterThan(20);
  });

  test('the person is asked, once', async () => {
    worker.answers['websites.list'] = whole;
    const hook = await open([place('a', ...many)]);
    expect(hook.state()).toEqual({ phase: 'more', asked: 1, left: 21 });
    expect(hook.known('a').registered).toEqual(['w.org']);
    const answer = held('websites.list');
    await does(() => hook.send('check-allowed', true));
    expect(hook.state()).toMatchObject({ phase: 'asking', left: 21 });
    worker.answers['websites.list'] = whole;
    await answer.settle(lists([]));
    expect(hook.state()).toMatchObject({ phase: 'ended', left: 0 });
    expect(asked('websites.list').length).toBeGreaterThan(21);
  });
});

describe('the pace of a service', () => {
  const limited = (origin: string, limit: Partial<RateLimit>) =>
    set(rateLimitsNow, { [origin]: { sent: [], ...limit } });

  test('is kept: nothing is asked before the moment that is shown', async () => {
    await limited('https://a.example', { blocked: now + 5000 });
    worker.answers['websites.list'] = () => lists([]);
    const hook = await open([place('a', 'x.example')]);
    expect([hook.state(), asked('websites.list')]).toEqual([{ ...idle, until: now + 5000 }, []]);
    expect(waits.map(({ time }) => time)).toEqual([5000]);
    waits[0]?.end();
    await settled();
    expect(hook.state()).toEqual({ phase: 'ended', asked: 1, left: 0 });
  });

  test('is also what its answer says (seconds)', async () => {
    worker.answers['websites.list'] = () => failed('busy', { retryAfter: 4 });
    const hook = await open([place('a', 'x.example')]);
    expect([hook.state(), waits.map(({ time }) => time)]).toEqual([{ ...idle, until: now + 4000 }, [4000]]);
    worker.answers['websites.list'] = () => later().promise;
    waits[0]?.end();
    await settled();
    expect(hook.state()).toEqual({ ...idle, until: undefined });
    expect(asked('websites.list')).toHaveLength(2);
  });

  test('stopped while it waits, it asks nothing more', async () => {
    await limited('https://a.example', { blocked: now + 5000 });
    const hook = await open([place('a', 'x.example')]);
    hook.send('check-stopped');
    await settled();
    expect(asked('websites.list')).toEqual([]);
    expect(hook.state()).toEqual({ phase: 'ended', asked: 0, left: 0 });
  });
});

describe('stopped', () => {
  test('a late answer changes nothing, and what was found stays', async () => {
    kept['of a'] = ['x.example'];
    const answer = held('websites.list');
    const hook = await open([place('a', 'x.example', 'y.example')]);
    hook.send('check-stopped');
    expect(worker.asked[0]?.signal?.aborted).toBe(true);
    await answer.settle(lists(['y.example']));
    expect(hook.state()).toEqual({ phase: 'ended', asked: 0, left: 0 });
    expect(hook.known('a')).toEqual({ ...nothing, registered: ['x.example'] });
  });

  test('left, nothing goes on', async () => {
    worker.answers['websites.list'] = () => later().promise;
    const hook = await open([place('a', 'x.example')]);
    expect(worker.asked[0]?.signal?.aborted).toBe(false);
    hook.end();
    expect(worker.asked[0]?.signal?.aborted).toBe(true);
  });
});

describe('when the sites change', () => {
  test('for another account that is shown, all is asked anew', async () => {
    worker.answers['websites.list'] = () => lists(['x.example']);
    const [a, b] = [place('a', 'x.example'), place('b')];
    const hook = await open([a]);
    expect(hook.known('a').registered).toEqual(['x.example']);
    worker.answers['websites.list'] = () => later().promise;
    for (const { connection } of [b, a]) await does(() => hook.send('opened', connection, [connection]));
    expect(hook.known('a').registered).toEqual([]);
  });

  test('only those are asked for that are new, and the same list not at all', async () => {
    // It does not show its whole list, so that nothing is known to be absent.
    worker.answers['websites.list'] = () => lists(['x.example'], { more: true });
    const first = place('a', 'x.example');
    const hook = await open([first]);
    const before = worker.asked.length;
    await hook.load([{ ...first, parsed: [...first.parsed] }]);
    expect(worker.asked).toHaveLength(before);
    worker.answers['websites.list'] = () => later().promise;
    await hook.load([{ ...first, parsed: [...first.parsed, readOf('y.example', { to: 'a' })] }]);
    expect(worker.asked).toHaveLength(before + 1);
    expect([hook.state(), hook.known('a').registered]).toEqual([idle, ['x.example']]);
    // As many as before, but others.
    await hook.load([{ ...first, parsed: [...first.parsed, readOf('z.example', { to: 'a' })] }]);
    expect(worker.asked.slice(before).map(({ signal }) => signal?.aborted)).toEqual([true, false]);
  });

  test('a service to which none goes any more is left alone, and what it said is kept for later', async () => {
    const answer = later();
    worker.answers['websites.list'] = ({ sort_by }) => (sort_by ? answer.promise : lists([]));
    kept['of a'] = ['w.example'];
    const [a, b] = [place('a', 'x.example'), place('b', 'y.example')];
    const hook = await open([a, b]);
    await hook.load([b]);
    const aborted = () => worker.asked.map(({ account, signal }) => [account, signal?.aborted]);
    expect(aborted()).toEqual([
      ['of a', true],
      ['of b', false],
    ]);
    kept['of a'] = [];
    await hook.load([a, b]);
    expect(aborted().slice(2)).toEqual([['of a', false]]);
    expect(hook.known('a').registered).toEqual(['w.example']);
  });
});

describe('several services as one', () => {
  const [a, b] = [place('a', 'x.example'), place('b', 'y.example')];
  const answers = { a: later(), b: later() };
  const both = async () => {
    Object.assign(answers, { a: later(), b: later() });
    let count = 0;
    worker.answers['websites.list'] = () => answers[count++ ? 'b' : 'a'].promise;
    return open([a, b]);
  };

  test('what failed at one is told while another is asked, and only it is asked again', async () => {
    const hook = await both();
    await answers.b.settle(failed('missing'));
    expect(hook.state()).toMatchObject({ phase: 'asking', problem: { kind: 'missing' } });
    worker.answers['websites.list'] = () => lists(['y.example']);
    await does(() => hook.send('check-again'));
    expect(hook.state()).toEqual({ phase: 'asking', asked: 1, left: 0 });
    expect(worker.asked.map(({ account }) => account)).toEqual(['of a', 'of b', 'of b']);
    await answers.a.settle(lists(['x.example']));
    expect(hook.state()).toEqual({ phase: 'ended', asked: 2, left: 0 });
  });

  test('what failed at one is told beside another that comes later, and that alone is asked', async () => {
    worker.answers['websites.list'] = () => failed('missing');
    const hook = await open([a]);
    worker.answers['websites.list'] = () => lists([]);
    await hook.load([a, b]);
    expect(worker.asked.map(({ account }) => account)).toEqual(['of a', 'of b']);
    expect(hook.state()).toMatchObject({ phase: 'ended', problem: { kind: 'missing' } });
    expect([hook.now().preview.checks.get('of a')?.problem, hook.now().preview.checks.get('of b')?.problem]).toEqual([
      { kind: 'missing' },
      undefined,
    ]);
    expect([hook.known('a').complete, hook.known('b').complete]).toEqual([undefined, now]);
  });

  test('it waits only where all wait that have not ended, for the first', async () => {
    const hook = await both();
    await answers.a.settle(failed('busy', { retryAfter: 9 }));
    expect(hook.state().until).toBeUndefined();
    await answers.b.settle(failed('busy', { retryAfter: 4 }));
    expect(hook.state().until).toBe(now + 4000);
    worker.answers['websites.list'] = () => lists([]);
    waits.find(({ time }) => time === 4000)?.end();
    await settled();
    expect(hook.state()).toMatchObject({ phase: 'asking', until: now + 9000 });
  });
});
