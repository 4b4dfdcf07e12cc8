import { exponent, type Spread, type Timed, table } from './stats.ts';

/** One popup in one state, with its worker running or stopped. */
export interface PopupRow {
  name: string;
  /** The name of the row with its static twin. */
  twin?: string;
  worker: 'warm' | 'cold';
  /** Milliseconds after the click. */
  paint: Spread;
  ready: Spread;
  /** Milliseconds after the popup's start. */
  dom: Spread;
  /** Script time on the popup's main thread (milliseconds): until it is ready, and in its first second. */
  script?: { ready: Spread; second: Spread };
  /** The bytes of the files that the popup loads before it is ready: raw and gzip. */
  js: [raw: number, gzip: number];
  css: [raw: number, gzip: number];
  heap: Spread;
  workerHeap: Spread;
  /** The requests that the service received for one opening. */
  requests: number;
}

export interface GrowthRow {
  what: string;
  /** `n`: the number of items; `ms`: the time. */
  points: { n: number; ms: Spread; bytes?: number }[];
}

export interface ListRow {
  what: string;
  digits: number;
  /** `n`: the number of websites of the service. */
  points: { n: number; value: Spread }[];
}

export interface Report {
  machine: string;
  /** The machine's load at the beginning and at the end: the number of programs that wanted a processor. */
  load: number[];
  runs: number;
  popups: PopupRow[];
  /** From a page's first message to its answer, with the worker stopped before. */
  worker: Timed[];
  /** From the press of Track until the popup says that the site is registered, with the number of requests. */
  register: (Timed & { requests: number })[];
  /** The time from one write to the next. */
  writes: Timed[];
  growth: GrowthRow[];
  lists: ListRow[];
}

const ms = ({ median, low, high }: Spread, digits = 0) =>
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

/** Returns a table of times, each with the text that `beside` returns. The first row is the smallest possible time. */
function timeTable<R extends Timed>(head: readonly string[], beside: (row: R, least: number) => string) {
  const cells = (row: R, first: R | undefined) => [
    row.name,
    ms(row.time, 1),
    beside(row, first?.time.median ?? Number.NaN),
  ];
  return (rows: readonly R[]): string =>
    table(
      head,
      rows.map((row) => cells(row, rows[0])),
    );
}

const workerTable = timeTable(['Worker', 'Stopped, to its first answer, ms', 'Times'], ({ time }, least) =>
  (time.median / least).toFixed(2),
);
const registerTable = timeTable(
  ['Track pressed, service 50 ms', 'Until it is said to be registered, ms', 'Requests'],
  ({ requests }: Report['register'][number]) => String(requests),
);
const writesTable = timeTable(
  ['Adding many, service 50 ms', 'From write to write, ms', 'Throughput'],
  ({ time }, least) => `${Math.round((100 * least) / time.median)} %`,
);

function growthTable(rows: readonly GrowthRow[]): string {
  const body = rows.map(({ what, points }) => [
    what,
    points
      .map(({ n, ms: time, bytes }) => `${n}: ${ms(time, 1)}${bytes ? `, ${(bytes / 1e6).toFixed(1)} MB` : ''}`)
      .join('; '),
    exponent(points.map(({ n, ms: time }) => [n, time.median])).toFixed(2),
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

/** Returns the whole report as Markdown. Each number is the median, with the range of the middle half of the runs. */
export function inWords({ machine, load, runs, popups, worker, register, writes, growth, lists }: Report): string {
  const loads = load.map((value) => value.toFixed(1)).join(' to ');
  const some = <R>(rows: readonly R[], write: (rows: readonly R[]) => string) => (rows.length ? [write(rows)] : []);
  return [
    `${machine}; load ${loads}; ${runs} runs each, interleaved; median (middle half), × the floor.`,
    ...some(popups, popupTable),
    ...some(worker, workerTable),
    ...some(register, registerTable),
    ...some(writes, writesTable),
    ...some(growth, growthTable),
    ...some(lists, listsTable),
  ].join('\n\n');
}
