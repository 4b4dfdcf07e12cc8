import { type ComponentChild, h, render } from 'preact';
import { act } from 'preact/test-utils';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { TraitsProvider } from '@/components/useTraits.ts';
import { JobCard } from '@/entrypoints/manage/jobs/JobCard.tsx';
import type { Announcement } from '@/entrypoints/manage/jobs/jobTexts.ts';
import { announcement, doneText, elsewhereText, itemTexts, serviceText } from '@/entrypoints/manage/jobs/jobTexts.ts';
import { UndoDialog } from '@/entrypoints/manage/jobs/UndoDialog.tsx';
import { jobCsv, usePasswords, useUndo } from '@/entrypoints/manage/jobs/useJobs.ts';
import { useStartJob } from '@/entrypoints/manage/jobs/useStartJob.ts';
import { ConnectionsProvider } from '@/entrypoints/manage/useConnections.ts';
import { BulkDialog } from '@/entrypoints/manage/websites/BulkDialog.tsx';
import { JobStrip } from '@/entrypoints/popup/site/JobStrip.tsx';
import { newJob } from '@/lib/jobs/state.ts';
import type { Item, Job, JobKind, Undo } from '@/lib/jobs/types.ts';
import { addJob, forgetJob } from '@/lib/jobs/write.ts';
import type { Answer, Input } from '@/lib/messages/ask.ts';
import type { Problem, Website } from '@/lib/services/index.ts';
import { noRateLimit, type RateLimit } from '@/lib/services/rateLimit.ts';
import { traitsOf } from '@/lib/services/traits.ts';
import { saveFile } from '@/lib/util/saveFile.ts';
import { asked, hooked, openTablePage, settled, showPlaces, worker } from '../pages/hooked.ts';

// The page is in the worker's own store.
vi.mock('@/lib/records/storeName.ts', () => ({ isWorkersStore: async () => true }));
vi.mock('@/lib/util/saveFile.ts', () => ({ saveFile: vi.fn() }));
vi.mock('@/lib/messages/ask.ts', async () => (await import('../pages/hooked.ts')).messages);

/** Whether the page may copy, and what it has copied. */
const page = { allowed: true, copied: [] as string[] };

const none = () => undefined;

beforeEach(async () => {
  openTablePage();
  vi.clearAllMocks();
  Object.assign(page, { allowed: true, copied: [] });
  vi.stubGlobal('navigator', {
    onLine: true,
    clipboard: {
      writeText: async (text: string) => {
        if (!page.allowed) throw new Error('not allowed');
        page.copied.push(text);
      },
    },
  });
});

const show = (view: ComponentChild) => act(() => render(view, document.body));
/** A function that returns a hook's value as it is now. */
const nowOf = async <T>(hook: () => T) => (await hooked(hook)).now;
const button = (text: string) =>
  [...document.querySelectorAll('button')].find((one) => one.textContent?.includes(text));
const press = (text: string) => act(() => void button(text)?.dispatchEvent(new window.Event('click')));

const base = 'https://stats.example';
const jobOf = (kind: JobKind, change: Partial<Job> = {}): Job => {
  const start = { id: 'j', kind, items: [{ key: 'a.example' }], fields: {}, speed: 'careful' } as const;
  return { ...newJob(start, { url: base, account: base }, 1).job, ...change };
};
const counts = { waiting: 0, sending: 0, done: 0, failed: 0, skipped: 0 };
const over: Partial<Job> = { state: 'done', ended: 5 };

describe('starting a job', () => {
  const items = [{ key: 'a.example' }];
  const input: Omit<Input<'jobs.start'>, 'id'> = { kind: 'create', items, fields: {}, speed: 'careful' };
  const gone: Answer<never> = { ok: false, problem: { kind: 'cancelled', code: 'worker-gone' } };
  const begin = async () => {
    const hook = await nowOf(() => useStartJob());
    const start = async (change: Partial<typeof input> = {}, account = base) => {
      const answers: boolean[] = [];
      await act(async () => void answers.push(await hook().start({ ...input, ...change }, account)));
      return answers[0];
    };
    return { hook, start };
  };
  const ids = () => asked('jobs.start').map(({ id }) => id);

  test('pressed again because the worker died: it is the same job', async () => {
    worker.answers['jobs.start'] = () => gone;
    const { hook, start } = await begin();
    expect([await start(), hook().problem]).toEqual([false, gone.problem]);
    worker.answers = {};
    expect([await start(), hook().problem]).toEqual([true, undefined]);
    expect([ids().length, new Set(ids()).size]).toEqual([2, 1]);
  });

  test.each<[string, Partial<typeof input>, account: string, isSame: boolean]>([
    ['other fields', { fields: { privacy: 1 } }, base, false],
    ['other sites', { items: [{ key: 'b.example' }] }, base, false],
    ['sites that were checked again', { items: [{ key: 'a.example', absentAt: 9 }] }, base, true],
    ['another account', {}, 'another', false],
  ])('after a lost answer, what is started for %s is another job, or the same', async (...row) => {
    const [, change, account, isSame] = row;
    worker.answers['jobs.start'] = () => gone;
    const { start } = await begin();
    await start();
    await start(change, account);
    expect([ids().length, new Set(ids()).size]).toEqual([2, isSame ? 1 : 2]);
  });

  test('pressed twice at once: asked once. Pressed once it has started: another job', async () => {
    const { hook, start } = await begin();
    const { start: press } = hook();
    await act(async () => void (await Promise.all([press(input, base), press(input, base)])));
    expect(ids()).toHaveLength(1);
    await start();
    expect(new Set(ids()).size).toBe(2);
  });
});

test.each<[JobKind, string]>([
  ['create', 'add'],
  ['update', 'websites'],
  ['delete', 'websites'],
  ['audit', 'tracking'],
])('the popup’s strip of a job (%s) leads to where it can be steered: %s', async (kind, tab) => {
  await forgetJob('j');
  await addJob(jobOf(kind), []);
  const onOpen = vi.fn();
  await show(h(JobStrip, { onOpen }));
  await vi.waitFor(() => expect(button('addmany_badge_running')).toBeDefined());
  await press('addmany_badge_running');
  expect(onOpen).toHaveBeenCalledWith(`?tab=${tab}`);
});

test.each<JobKind>(['create', 'update'])('the popup and the page count as done (%s) what succeeded', async (kind) => {
  showPlaces('{done}/{total}');
  const job = jobOf(kind, { total: 5, counts: { ...counts, done: 1, failed: 2, waiting: 2 } });
  await forgetJob('j');
  await addJob(job, []);
  await show(h(JobStrip, { onOpen: none }));
  await vi.waitFor(() => expect(button('addmany_badge_running')?.textContent).toBe('addmany_badge_running 1/5'));
  await card(job);
  expect(document.querySelector('.job-counts')?.textContent).toContain('addmany_progress 1/5, ');
});

describe('generated passwords', () => {
  const made = ['a', 'b'].map((name) => ({ key: `${name}.example`, password: `${name}-made-up` }));
  const text = 'a.example\ta-made-up\nb.example\tb-made-up';
  const erased = () => asked('jobs.erasePasswords');
  beforeEach(() => {
    worker.answers['jobs.erasePasswords'] = () => ({ ok: true, value: true });
  });
  const taken = async (answer: Answer<unknown>) => {
    worker.answers['jobs.passwords'] = () => answer;
    const hook = await nowOf(() => usePasswords('j'));
    await act(() => hook().take());
    return hook;
  };

  test.each([true, false])('copied: shown, and said whether they are erased (%s)', async (erased) => {
    worker.answers['jobs.passwords'] = () => ({ ok: true, value: made });
    worker.answers['jobs.erasePasswords'] = () => ({ ok: true, value: erased });
    Object.assign(window.HTMLTextAreaElement.prototype, { select: none });
    await card(jobOf('create', { ...over, password: 'each', secrets: 2 }));
    await act(() => button('addmany_passwords_other')?.click());
    await vi.waitFor(() =>
      expect(document.querySelector('.shown [role=status]')?.textContent).toBe(
        erased ? 'addmany_passwords_copied' : 'tracking_copied',
      ),
    );
  });

  test('copied: shown, and erased by their count', async () => {
    const hook = await taken({ ok: true, value: made });
    const shown = { text, count: 2, copied: true, erased: true };
    expect([page.copied, hook().shown, erased()]).toEqual([[text], shown, [{ id: 'j', count: 2 }]]);
  });

  test('not copied: shown, and kept when the box is closed; erased once they are copied by hand', async () => {
    page.allowed = false;
    const hook = await taken({ ok: true, value: made });
    await act(() => hook().onClose());
    expect([hook().shown, erased()]).toEqual([undefined, []]);
    await act(() => hook().take());
    await act(() => void hook().onCopied());
    await act(() => void hook().onCopied());
    expect([hook().shown?.copied, erased()]).toEqual([true, [{ id: 'j', count: 2 }]]);
  });

  test.each<[string, Answer<unknown>, Problem]>([
    ['there are none', { ok: true, value: [] }, { kind: 'setup', code: 'fault' }],
    ['the worker fails', { ok: false, problem: { kind: 'cancelled' } }, { kind: 'cancelled' }],
  ])('%s: nothing is copied, nothing erased, and it is said', async (_name, answer, problem) => {
    const hook = await taken(answer);
    expect([page.copied, erased(), hook().shown, hook().problem]).toEqual([[], [], undefined, problem]);
  });
});

describe('before a job is undone', () => {
  const begin = async () => {
    const job = jobOf('create', { ...over, counts: { ...counts, done: 2 }, undo: { items: 1, links: 0, left: 0 } });
    await forgetJob('j');
    const done = { job: 'j', state: 'done' } as const;
    await addJob(job, [
      { ...done, at: 0, key: '0.example', id: '7', outcome: 'created' },
      { ...done, at: 1, key: '1.example', outcome: 'already' },
    ]);
    const hook = await nowOf(() => useUndo(job));
    await act(() => hook().open());
    return hook;
  };

  test('what it would change is named, and nothing is asked yet', async () => {
    const hook = await begin();
    expect([hook().asking, asked('jobs.undo')]).toEqual([{ names: ['0.example'], busy: false }, []]);
  });

  test('pressed twice it is asked for once, and the dialog goes', async () => {
    const hook = await begin();
    const { run } = hook();
    await act(() => void run());
    await act(() => hook().run());
    expect([asked('jobs.undo'), hook().asking]).toEqual([[{ id: 'j' }], undefined]);
  });

  test('where it cannot begin, the dialog says why', async () => {
    const problem: Problem = { kind: 'setup', code: 'other-service' };
    worker.answers['jobs.undo'] = () => ({ ok: false, problem });
    const hook = await begin();
    await act(() => hook().run());
    expect(hook().asking).toEqual({ names: ['0.example'], busy: false, problem });
  });
});

/** Opens the dialog that asks before a job is undone. */
function showUndo(job: Job, undo: Undo, names: string[] = []): Promise<void> {
  const asking = { names, busy: false };
  return show(h(UndoDialog, { job: { ...job, undo }, asking, run: async () => {}, close: none }));
}

test.each<[string, Partial<Undo>, says: string[]]>([
  ['all of it', {}, []],
  ['links that stay dead', { links: 2 }, ['manage_undo_links']],
  ['what cannot be given back', { left: 1 }, ['manage_undo_left']],
])('what undoing a change cannot do is said before: %s', async (_what, more, says) => {
  await showUndo(jobOf('update', { fields: { privacy: 1 } }), { items: 3, links: 0, left: 0, ...more });
  expect([...document.querySelectorAll('.note')].map(({ textContent }) => textContent)).toEqual(says);
  // The focus is on the button: a screen reader reads the rest with it.
  const read = document.querySelector('[data-focus][type=submit]')?.getAttribute('aria-describedby') ?? '';
  expect(document.getElementById(read)?.textContent).toBe(['manage_undo_hint', ...says].join(''));
});

test.each([
  [0, false],
  [3, true],
])('before what was added is deleted is said how many stay: %s', async (left, isSaid) => {
  await showUndo(jobOf('create', over), { items: 15, links: 0, left });
  expect(document.body.textContent?.includes('addmany_undo_kept')).toBe(isSaid);
});

test.each([
  [100, 100],
  [102, 101],
])('before %i websites are deleted %i lines are shown', async (count, lines) => {
  const names = Array.from({ length: count }, (_, at) => `${at}.example`);
  await showUndo(jobOf('create', over), { items: count, links: 0, left: 0 }, names);
  expect(document.querySelectorAll('.names li')).toHaveLength(lines);
});

/** The dialog that asks what to set of many websites. */
const bulk = (action: 'email' | 'privacy', websites: Website[] | undefined) =>
  h(BulkDialog, {
    action,
    websites,
    count: 2,
    split: undefined,
    busy: false,
    problem: undefined,
    onStart: none,
    onClose: none,
  });

test.each<[string, Website[] | undefined, says: string[]]>([
  ['is reported', [{ id: '1', domain: 'a.example', email: 1 }], []],
  ['is not', [{ id: '1', domain: 'a.example' }], ['manage_not_undoable']],
  ['is still being read', undefined, []],
])('before a change of many is said what cannot be undone: what they have %s', async (_what, websites, says) => {
  await show(bulk('email', websites));
  expect([...document.querySelectorAll('p.hint')].map(({ textContent }) => textContent)).toEqual(says);
});

test.each<[string, (string | undefined)[], says: string]>([
  ['are the account’s own', [undefined, undefined], 'privacy_private_hint'],
  ['are partly a team’s', [undefined, 'b'], 'privacy_team_hint'],
])('who sees what many websites keep private: those that %s', async (_what, teams, says) => {
  const website = { id: '1', domain: 'a.example', privacy: 0 } as const;
  const dialog = bulk(
    'privacy',
    teams.map((team) => ({ ...website, ...(team ? { team } : {}) })),
  );
  await show(h(TraitsProvider, { value: traitsOf('umami'), children: dialog }));
  expect(document.querySelector('[role=radiogroup] p.hint')?.textContent).toBe(says);
});

const connection = (id: string, analyticsUrl = base) => ({ id, analyticsUrl, account: id });
/** The card of a job, and what it asks the page to edit. */
async function card(job: Job, limit: Partial<RateLimit> = {}, value = [connection(base)]) {
  const onEdit = vi.fn();
  const rateLimitOf = () => ({ ...noRateLimit, ...limit });
  await show(h(ConnectionsProvider, { value, children: h(JobCard, { job, now: 10, rateLimitOf, onEdit }) }));
  return onEdit;
}
/** What the worker was asked to do. */
const commands = () => worker.asked.map(({ name }) => name);
const again = () => asked('jobs.retry').map(({ id: _, ...wish }) => wish);
const said = () => document.body.textContent ?? '';

describe('the card of a job', () => {
  test.each<[Job['kind'], string]>([
    ['create', 'addmany_unknown_ask_other'],
    ['update', 'manage_unknown_ask_other'],
    ['delete', 'manage_unknown_ask_other'],
  ])('what is unknown of a job (%s) is asked once for all', async (kind, text) => {
    const job = jobOf(kind, { ...over, counts: { ...counts, done: 1, unknown: 2 }, total: 3 });
    await card(job);
    expect(said()).toContain(text);
    await press('addmany_look_again');
    await press('addmany_send_again_other');
    expect(again()).toEqual([{ unknown: 'look' }, { unknown: 'send' }]);
  });

  test.each<[label: string, command: string, Partial<Job>]>([
    ['addmany_pause', 'pause', {}],
    ['addmany_cancel', 'cancel', {}],
    ['addmany_resume', 'resume', { state: 'paused' }],
    ['manage_dismiss', 'dismiss', over],
    ['addmany_retry_one', 'retry', { ...over, counts: { ...counts, failed: 1 } }],
    ['addmany_look_again', 'retry', { ...over, counts: { ...counts, unknown: 1 } }],
  ])('%s that cannot be stored says so until it can, or the job goes on', async (label, command, change) => {
    const job = jobOf('create', change);
    const fail = () => {
      worker.answers[`jobs.${command}`] = () => ({ ok: false, problem: { kind: 'setup', code: 'fault' } });
    };
    const pressed = () => press(label).then(settled);
    fail();
    await card(job);
    await pressed();
    expect(said()).toContain('problem_storage');
    worker.answers = {};
    await pressed();
    expect(said()).not.toContain('problem_storage');
    fail();
    await pressed();
    expect(said()).toContain('problem_storage');
    await card({ ...job, state: 'cancelled' });
    expect(said()).not.toContain('problem_storage');
    await card({ ...job, run: { ...job.run, from: job.run.from + 1 } });
    expect(said()).not.toContain('problem_storage');
  });

  test('nothing is asked where nothing is unknown', async () => {
    await card(jobOf('create', { ...over, counts: { ...counts, failed: 2 } }));
    expect(said()).not.toContain('unknown');
  });

  test('what is unknown is sent again with a password for all only once that is typed', async () => {
    const job = jobOf('create', { ...over, password: 'common', counts: { ...counts, unknown: 2 } });
    await card(job);
    await press('addmany_send_again_other');
    expect([again(), document.querySelectorAll('form input').length]).toEqual([[], 1]);
  });

  test('a job that was paused because answers were lost says so', async () => {
    const problem = { kind: 'timeout', code: 'unconfirmed' } as const;
    await card(jobOf('create', { state: 'paused', problem, unanswered: 3 }));
    expect(said()).toContain('addmany_paused_unconfirmed');
    // One that waits after a lost answer says how it was lost, not what may have become of one site.
    await card(jobOf('create', { state: 'running', until: 9_000, problem, unanswered: 1 }));
    expect(said()).toContain('problem_timeout');
  });

  test('what failed is tried again without what was skipped, unless that is meant too', async () => {
    const job = jobOf('create', { ...over, state: 'cancelled', counts: { ...counts, failed: 2, skipped: 3 } });
    await card(job);
    await press('addmany_retry_other');
    await press('addmany_retry_rest_other');
    expect(again()).toEqual([{ rest: false }, { rest: true }]);
  });

  const minute = 60_000;
  const busy: Partial<Job> = { problem: { kind: 'busy', retryAfter: 900 }, since: 5, until: 15 * minute, troubles: 1 };
  const lost: Partial<Job> = { problem: { kind: 'network' }, since: 5, until: 5 * minute, troubles: 9 };
  const ofService = { blocked: 15 * minute };
  const full = { limit: 1, sent: [0] };
  test.each<[string, Partial<Job>, Partial<RateLimit>, says: string, tries: boolean]>([
    ['it was refused', busy, {}, 'job_limited', true],
    ['it was refused, and another request succeeded since', busy, { reached: 6 }, 'job_running', false],
    ['the same, and it was refused again', { ...busy, troubles: 2 }, { reached: 6 }, 'job_limited', true],
    ['another request was refused', {}, ofService, 'job_limited', true],
    ['the service cannot be reached', lost, {}, 'job_waits', true],
    ['a success says nothing of that', lost, { reached: 6 }, 'job_waits', true],
    ['that, and the pace is slower', lost, { ...full, window: 6 * minute, assumed: true }, 'job_careful', true],
    ['of its pace alone', {}, { ...full, assumed: true }, 'job_careful', false],
    ['of its pace alone, where none is known', {}, { sent: Array(54).fill(0) }, 'job_careful', false],
    ['of a stated pace', {}, full, 'job_limited', false],
    ['it is in haste, and no pace is known', { speed: 'fast' }, { sent: Array(54).fill(0) }, 'job_running', false],
    ['it is paused', { ...busy, state: 'paused' }, {}, 'job_paused', false],
    ['it does not wait', {}, {}, 'job_running', false],
  ])('says why it waits, and offers to try now: %s', async (_name, change, limit, says, tries) => {
    const job = jobOf('create', change);
    await card(job, limit);
    expect(document.querySelector('.hint')?.textContent).toContain(`addmany_${says}`);
    expect(button('addmany_try_now') !== undefined).toBe(tries);
    const isSaidTwice = job.state === 'running' && job.problem?.kind === 'busy';
    expect(document.querySelectorAll('.problem, .note')).toHaveLength(job.problem && !isSaidTwice ? 1 : 0);
    if (!tries) return;
    await press('addmany_try_now');
    expect(commands()).toEqual(['jobs.resume']);
  });

  test('what was refused for good is edited, not tried again', async () => {
    const onEdit = await card(jobOf('create', { ...over, refused: 2, counts: { ...counts, failed: 2 } }));
    expect(button('addmany_retry')).toBeUndefined();
    await press('addmany_edit_failed_other');
    await vi.waitFor(() => expect(onEdit).toHaveBeenCalledOnce());
  });

  const allDone = { counts: { ...counts, done: 1 } };
  test.each<[string, JobKind, Partial<Job>, boolean]>([
    ['all of it done', 'update', allDone, true],
    ['deleted', 'delete', allDone, true],
    ['added', 'create', { ...allDone, outcomes: { created: 1 } }, false],
    ['failed', 'update', { counts: { ...counts, failed: 1 } }, false],
    ['cancelled', 'update', { state: 'cancelled', counts: { ...counts, skipped: 1 } }, false],
    ['with passwords to copy', 'update', { secrets: 1, ...allDone }, false],
    ['an undo that left some', 'update', { ...allDone, outcomes: { 'changed-since': 1 } }, false],
    ['with sites that a person has changed', 'update', { ...allDone, outcomes: { overridden: 1 } }, false],
  ])('once it is over, %s: nothing but to dismiss it: %s', async (_name, kind, change, isPlain) => {
    await card(jobOf(kind, { ...over, ...change }));
    expect(document.querySelectorAll('button').length === 1).toBe(isPlain);
    const area = kind === 'create' ? 'addmany' : 'manage_job';
    expect(document.querySelector('h2')?.textContent).toContain(area);
    await press('manage_dismiss');
    expect(commands()).toEqual(change.secrets ? [] : ['jobs.dismiss']);
  });

  const end = { ...over, ...allDone };
  const [job, other] = [jobOf('create', { id: 'one' }), jobOf('delete', { id: 'other' })];
  const ended = { ...job, ...end, outcomes: { created: 1 } };
  const [both, bothEnded] = [
    [job, other],
    [ended, { ...other, ...end }],
  ];
  const deleted = 'manage_job_delete_one. addmany_progress';
  test.each<[string, steps: Job[][], heard: string]>([
    ['nothing of those that were there', [bothEnded], ''],
    ['that one has begun', [[], [job]], 'addmany_job_title_one'],
    ['that one is paused', [[job], [{ ...job, state: 'paused' }]], 'addmany_job_title_one. addmany_job_paused'],
    ['that one has ended', [[job], [ended]], 'addmany_created_one'],
    ['that an older one has ended', [both, [ended, other]], 'addmany_created_one'],
    ['of both', [both, bothEnded], `addmany_created_one. ${deleted}`],
    ['nothing of one that stays as another goes', [[ended, other], bothEnded, [ended]], deleted],
  ])('of jobs is heard %s', (_name, steps, heard) => {
    const last = steps.reduce<Announcement | undefined>((before, jobs) => announcement(jobs, before), undefined);
    expect(last?.text).toBe(heard);
  });

  test.each<[JobKind, Job['outcomes'], says: string]>([
    ['update', { updated: 1 }, 'addmany_item_updated'],
    ['update', { updated: 1, confirmed: 1, overridden: 0 }, 'addmany_item_updated'],
    ['update', { overridden: 1 }, 'addmany_item_overridden'],
    ['update', { 'changed-since': 1 }, 'addmany_item_changed_since'],
    ['delete', { gone: 1 }, 'addmany_item_gone'],
    ['create', { confirmed: 1 }, 'addmany_item_confirmed'],
    ['create', { created: 1, already: 1 }, 'addmany_item_done'],
  ])('a filter is called what all its rows are called: %s, %o', (kind, outcomes, says) => {
    expect(doneText(jobOf(kind, { outcomes }))).toBe(says);
  });

  test.each<[JobKind, string]>([
    ['create', 'addmany_passwords_other'],
    ['update', 'manage_copy_passwords'],
  ])('%s: with passwords that wait, the first press on the way out only warns', async (kind, copy) => {
    await card(jobOf(kind, { ...over, secrets: 2 }));
    expect([...document.querySelectorAll('.primary')].map(({ textContent }) => textContent)).toEqual([copy]);
    await press('manage_dismiss');
    expect(commands()).toEqual([]);
    expect(said()).toContain('addmany_passwords_warning_other');
    await press('manage_dismiss_anyway');
    expect(commands()).toEqual(['jobs.dismiss']);
  });

  test.each<[string, Partial<Job>, boolean]>([
    ['with nothing left to copy', over, true],
    ['with passwords that wait', { ...over, secrets: 1 }, false],
    ['while it runs', {}, false],
  ])('says until when it is kept, %s: %s', async (_name, change, says) => {
    await card(jobOf('update', { counts: { ...counts, failed: 1 }, ...change }));
    await press('manage_show_items');
    expect(said().includes('addmany_kept_until')).toBe(says);
  });

  const halted: Partial<Job> = { state: 'paused', problem: { kind: 'setup', code: 'other-service' } };
  const another = connection('x', 'https://x.example');
  test.each<[string, typeof another, Partial<Job>, string[]]>([
    ['another', another, {}, ['addmany_elsewhere']],
    ['another, which halts it', another, halted, ['addmany_elsewhere']],
    ['its own', connection(base), {}, []],
    ['its own again, after a halt', connection(base), halted, ['problem_other_service']],
  ])('names its service, once, where the one connected is %s', async (_name, connected, change, notes) => {
    await card(jobOf('update', change), {}, [connected]);
    const shown = [...document.querySelectorAll('.note p, p.note')];
    expect(shown.map(({ textContent }) => textContent?.trim())).toEqual(notes);
  });

  type Address = Parameters<typeof serviceText>[1][number];
  const [x, y] = ['x', 'y'].map((id) => connection(id, `https://${id}.example`)) as [Address, Address];
  const mine = connection('mine');
  test.each<[string, Address[], Partial<Job>, [service?: string, elsewhere?: string]]>([
    ['its own alone', [mine], {}, []],
    ['one of several', [x, mine], {}, ['stats.example']],
    ['one with a name', [connection('x'), { ...mine, name: 'Client' }], {}, ['Client']],
    ['another alone', [x], {}, [undefined, 'addmany_elsewhere']],
    ['several others', [x, y], {}, ['stats.example', 'addmany_not_connected_now']],
    ['its own with another key', [connection('x')], {}, [undefined, 'addmany_other_account']],
    ['its own with another key, after its end', [connection('x')], { ended: 1 }, []],
    // Resume cancels such an undo, since its records belong to the account before.
    ['its own with another key, for an undo', [connection('x')], { undoes: {} }, [undefined, 'problem_other_service']],
    ['another at its address', [connection('x')], { connection: 'gone' }, [undefined, 'problem_other_service']],
  ])('says whose it is, where what is connected is %s', (_name, list, change, [service, elsewhere]) => {
    const job = { ...jobOf('update', change), serviceUrl: base, account: 'mine' };
    expect([serviceText(job, list), elsewhereText(job, list)]).toEqual([service, elsewhere]);
  });

  test('shows its table and the way to save it on demand', async () => {
    await card(jobOf('create', { ...over, counts: { ...counts, done: 1 } }));
    const table = () => document.querySelector('table');
    expect([table(), button('addmany_csv')]).toEqual([null, undefined]);
    await press('manage_show_items');
    expect(table()?.getAttribute('aria-label')).toBe('addmany_items');
    await press('addmany_csv');
    await vi.waitFor(() => expect(saveFile).toHaveBeenCalledOnce());
    await press('manage_hide_items');
    expect(table()).toBeNull();
  });

  const half: Partial<Job> = { counts: { ...counts, waiting: 1, done: 2 }, outcomes: { created: 2 }, total: 3 };
  const refused: Partial<Job> = { ...over, counts: { ...counts, failed: 3 }, refused: 2, total: 3 };
  const part: Partial<Job> = { counts: { ...counts, done: 2 }, outcomes: { updated: 1, 'changed-since': 1 }, total: 2 };
  test.each<[string, JobKind, Partial<Job>, says: string]>([
    ['under way', 'create', half, 'addmany_progress, addmany_created_other, addmany_left_one'],
    ['failed, some of them for good', 'create', refused, 'addmany_failed_other'],
    ['an undo that left some', 'update', { ...over, undoes: {}, ...part }, 'addmany_progress, manage_changed_since'],
  ])('counts how its sites ended: %s', async (_name, kind, change, says) => {
    await card(jobOf(kind, change));
    expect(document.querySelector('.job-line')?.textContent).toContain(says);
  });

  test.each<[JobKind, string]>([
    ['update', 'popup_undo'],
    ['create', 'addmany_undo'],
  ])('offers to undo it (%s) where that is possible', async (kind, text) => {
    const job = jobOf(kind, { ...over, counts: { ...counts, done: 1 } });
    await card(job);
    expect(button(text)).toBeUndefined();
    const undo = { items: 1, links: 0, left: 0 };
    await card({ ...job, undo }, {}, [connection('another')]);
    expect(button(text)).toBeUndefined();
    await card({ ...job, undo });
    await press(text);
    await vi.waitFor(() => expect(document.querySelector('dialog')).not.toBeNull());
  });
});

const words = ['__proto__', 'constructor', 'hasOwnProperty', 'toString', 'unconfirmed', 'public-suffix', 'required'];

describe('a service whose words are those of our own code', () => {
  test.each(words)('%s: shown as it is', async (word) => {
    const problems: Problem[] = [
      { kind: 'rejected', fields: { domain: [word] } },
      { kind: 'rejected', fields: Object.fromEntries([[word, [word]]]) },
      { kind: 'rejected', message: word },
      { kind: 'setup', message: word },
      { kind: 'access', message: word },
    ];
    for (const problem of problems) {
      const item: Item = { job: 'j', at: 0, key: 'a.example', state: 'failed', problem };
      expect(itemTexts('create', item).detail).toMatch(/^problem_(rejected|access|storage)/);
      await card(jobOf('create', { state: 'paused', problem }));
      expect(said()).toContain('addmany_job_paused');
    }
  });
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])(
  'a report is safe to open in a spreadsheet: %j',
  async (text) => {
    const job = jobOf('create', { id: text });
    const problem: Problem = { kind: 'rejected', message: text };
    vi.spyOn(fakeBrowser.i18n, 'getMessage').mockImplementation(((name: string) =>
      name === 'problem_rejected' ? '{reason}' : name) as never);
    await addJob(job, [{ job: text, at: 0, key: text, state: 'failed', problem }]);
    const [, row = ''] = (await jobCsv(job)).split('\r\n');
    // Where Excel separates cells by semicolons, a line break in a text begins a row.
    const cell = `"'${text.replace('\r', "\r'")}"`;
    expect(row).toBe(`${cell},failed,addmany_item_failed,${cell}`);
  },
);

test.each([
  ['what failed', 'addmany_retry_', { failed: 2 }, 'addmany_retry_other'],
  ['what was left out too', 'addmany_retry_rest_', { failed: 1, skipped: 2 }, 'addmany_add_other'],
])('again with a password for all, %s: the button says so', async (_what, first, ended, says) => {
  const job = jobOf('create', { ...over, password: 'common', counts: { ...counts, ...ended } });
  await card(job);
  await press(first);
  expect(document.querySelector('[type=submit]')?.textContent).toBe(says);
});

test.each<[string, Partial<Job>, buttons: string[]]>([
  ['can be gone on with', {}, ['addmany_resume']],
  ['can be gone on with, where going on deletes what was added', { kind: 'delete' }, ['addmany_resume']],
  ['cannot, once another change has begun', { overtaken: true }, []],
])('an undo that was cancelled %s', async (_what, change, buttons) => {
  const ended = { done: 1, failed: 0, skipped: 1 };
  const job = jobOf('update', { ...over, undoes: { privacy: 1 }, counts: { ...counts, ...ended }, ...change });
  await card(job);
  const texts = [...document.querySelectorAll('button')].map(({ textContent }) => textContent);
  expect(texts).toEqual([...buttons, 'manage_dismiss']);
});
