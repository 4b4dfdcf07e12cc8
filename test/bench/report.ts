import { type Spread, table } from './stats.ts';

/** One popup in one state, its worker running or stopped. */
export interface PopupRow {
  name: string;
  /** The name of the row with its static twin. */
  twin?: string;
  worker: 'warm' | 'cold';
  /** Milliseconds after the click. */
  paint: Spread;
  ready: Spread;
  /** Milliseconds after the popup's own beginning. */
  dom: Spread;
  /** Milliseconds of script on the popup's main thread: until it is ready, and in its first second. */
  script?: { ready: Spread; second: Spread };
  /** Bytes on its way: raw and gzip. */
  js: [raw: number, gzip: number];
  css: [raw: number, gzip: number];
  heap: Spread;
  workerHeap: Spread;
  /** Requests that the service got for one opening. */
  requests: number;
}

export interface WorkerRow {
  name: string;
  /** Milliseconds from a page's first message to its answer, the worker stopped before. */
  answer: Spread;
}

export interface WritesRow {
  name: string;
  /** Milliseconds from one write to the next. */
  write: Spread;
}

export interface RegisterRow {
  name: string;
  /** Milliseconds from the press of Track until the popup says that the site is registered. */
  time: Spread;
  /** Requests that the service got for one press. */
  requests: number;
}

export interface GrowthRow {
  what: string;
  /** How many there are, and milliseconds. */
  points: { n: number; ms: Spread; bytes?: number }[];
  exponent: number;
}

export interface ListRow {
  what: string;
  digits: number;
  /** Of a service with so many websites. */
  points: { n: number; value: Spread }[];
}

export interface Report {
  machine: string;
  /** The machine's load at the beginning and at the end: how many programs wanted its processors. */
  load: number[];
  runs: number;
  popups: PopupRow[];
  worker: WorkerRow[];
  register: RegisterRow[];
  writes: WritesRow[];
  growth: GrowthRow[];
  lists: ListRow[];
}

export const ms = ({ median, low, high }: Spread, digits = 0) =>
  Number.isFinite(median) ? `${median.toFixed(digits)} (${low.toFixed(digits)}–${high.toFixed(digits)})` : '–';

const ratio = (value: number, floor: number | undefined) =>
  floor && Number.isFinite(value) ? ` ×${(value / floor).toFixed(2)}` : '';

const kb = (bytes: number) => (Number.isFinite(bytes) ? (bytes / 1000).toFixed(1) : '–');

function popupTable(rows: readonly PopupRow[]): string {
  const head = [
    'Popup',
    'Worker',
    'First paint, ms',
    'Ready, ms',
    'Ready in DOM, ms',
    'Script to ready / in 1 s, ms',
    'JS, kB (gzip)',
    'CSS, kB (gzip)',
    'Heap page / worker, MB',
    'Requests',
  ];
  const body = rows.map((row) => {
    const beside = (name?: string) => rows.find((other) => other.name === name && other.worker === row.worker);
    const [floor, twin] = [beside('Floor'), beside(row.twin)];
    const timed = (key: 'paint' | 'ready' | 'dom') => {
      const { median } = row[key];
      const besideTwin = twin && `, twin${ratio(median, twin[key].median)}`;
      return ms(row[key]) + ratio(median, floor?.[key].median) + (besideTwin ?? '');
    };
    const script = row.script ? `${row.script.ready.median.toFixed(1)} / ${row.script.second.median.toFixed(1)}` : '–';
    const heap = [row.heap, row.workerHeap].map(({ median }) => (median ? (median / 1e6).toFixed(1) : '–')).join(' / ');
    return [
      row.name,
      row.worker,
      timed('paint'),
      timed('ready'),
      timed('dom'),
      script,
      `${kb(row.js[0])} (${kb(row.js[1])})`,
      `${kb(row.css[0])} (${kb(row.css[1])})`,
      heap,
      String(row.requests),
    ];
  });
  return table(head, body);
}

const workerTable = (rows: readonly WorkerRow[]): string =>
  table(
    ['Worker', 'Stopped, to its first answer, ms'],
    rows.map(({ name, answer }) => [name, ms(answer, 1) + ratio(answer.median, rows[0]?.answer.median)]),
  );

const registerTable = (rows: readonly RegisterRow[]): string =>
  table(
    ['Track pressed, service 50 ms', 'Until it is said to be registered, ms', 'Requests'],
    rows.map(({ name, time, requests }) => [name, ms(time, 1), String(requests)]),
  );

/** Throughput: the bare loop's time as a share of ours. */
const writesTable = (rows: readonly WritesRow[]): string =>
  table(
    ['Adding many, service 50 ms', 'From write to write, ms', 'Throughput'],
    rows.map(({ name, write }) => [
      name,
      ms(write, 1),
      `${Math.round((100 * (rows[0]?.write.median ?? Number.NaN)) / write.median)} %`,
    ]),
  );

function growthTable(rows: readonly GrowthRow[]): string {
  const body = rows.map(({ what, points, exponent }) => [
    what,
    points
      .map(({ n, ms: time, bytes }) => `${n}: ${ms(time, 1)}${bytes ? `, ${(bytes / 1e6).toFixed(1)} MB` : ''}`)
      .join('; '),
    exponent.toFixed(2),
  ]);
  return table(['What', 'How many: ms', 'Exponent'], body);
}

function listsTable(rows: readonly ListRow[]): string {
  const counts = [...new Set(rows.flatMap(({ points }) => points.map(({ n }) => n)))];
  const body = rows.map(({ what, digits, points }) => [
    what,
    ...counts.map((count) => {
      const value = points.find(({ n }) => n === count)?.value;
      if (!value) return '–';
      return value.runs > 1 ? ms(value, digits) : value.median.toFixed(digits);
    }),
  ]);
  return table(['The list, service 50 ms', ...counts.map((count) => `${count.toLocaleString('en')} websites`)], body);
}

/** The whole report as Markdown. Each number is the median, and between what the middle half of the runs lies. */
export function inWords({ machine, load, runs, popups, worker, register, writes, growth, lists }: Report): string {
  return [
    `${machine}; load ${load.map((value) => value.toFixed(1)).join(' to ')}; ${runs} runs each, interleaved; median (middle half), × the floor.`,
    ...(popups.length ? [popupTable(popups)] : []),
    ...(worker.length ? [workerTable(worker)] : []),
    ...(register.length ? [registerTable(register)] : []),
    ...(writes.length ? [writesTable(writes)] : []),
    ...(growth.length ? [growthTable(growth)] : []),
    ...(lists.length ? [listsTable(lists)] : []),
  ].join('\n\n');
}
