import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Web } from '../e2e/harness/web.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import { type Opening, openOnce } from './open.ts';
import type { PopupRow } from './report.ts';
import { scriptTime } from './script.ts';
import { addConnections, fillSites, host } from './seed.ts';
import { spread } from './stats.ts';
import { connect, floor, type Installed, install, type Kind, shop, waymark } from './subject.ts';
import { twinOf } from './twin.ts';
import { onTheWay, weigh } from './weigh.ts';

/** The objects that all parts of the benchmark use. */
export interface Context {
  build: string;
  web: Web;
  sandbox: Sandbox;
  runs: number;
  say(line: string): void;
}

/** One row of the table while it is being measured. */
interface Case {
  name: string;
  cold: boolean;
  installed: Installed;
  /** The name of the row with its static twin. */
  twin?: string;
  /** Sets the behaviour of the service for this row. */
  before?: () => void;
  openings: Opening[];
  requests: number;
}

const known = `http://${host}/`;

/** The delays of the service's answer; the last one never answers. None may affect what is measured. */
const latencies: [string, Parameters<Sandbox['behave']>[0]][] = [
  ['service 200 ms', { delay: 200, fault: undefined }],
  ['service 2 s', { delay: 2000, fault: undefined }],
  ['service never', { delay: undefined, fault: 'hang' }],
];

/** The number of connections where there are several, each with 5,000 known sites. */
const connections = 20;

const prompt = { delay: undefined, fault: undefined };

async function openAll({ build, web, sandbox }: Context, also: readonly Kind[], twins: string): Promise<Case[]> {
  const kinds = waymark(build);
  const opened: Installed[] = [];
  const begin = async (kind: Kind, url: string) => {
    const installed = await install(kind, web.port, url);
    opened.push(installed);
    return installed;
  };
  try {
    const [bare, fresh, listed, many, unset] = [
      await begin(floor, shop),
      await begin(kinds.unregistered, shop),
      await begin(kinds.registered, known),
      await begin({ ...kinds.registered, name: `${kinds.registered.name}, ${connections} connections` }, known),
      await begin(kinds.notSetUp, shop),
    ];
    sandbox.addWebsite({ domain: host, privacy: 1 });
    for (const one of [fresh, listed, many]) await connect(one, sandbox);
    await fillSites(many, await addConnections(many, connections), 5000);
    // After its first opening, the popup knows the site.
    for (const one of [listed, many]) await openOnce(one, false);
    const others: Installed[] = [];
    for (const kind of also) others.push(await begin(kind, shop));
    const of = (installed: Installed, twin?: string): Case[] =>
      [false, true].map((cold) => ({ name: installed.kind.name, twin, cold, installed, openings: [], requests: 0 }));
    const besideTwin = async (installed: Installed): Promise<Case[]> => {
      const twin = await begin(await twinOf(installed, twins), installed.url);
      return [...of(twin), ...of(installed, twin.kind.name)];
    };
    return [
      ...of(bare),
      ...(await besideTwin(fresh)),
      ...(await besideTwin(listed)),
      ...(await besideTwin(many)),
      ...(await besideTwin(unset)),
      ...latencies.map(
        ([name, behaviour]): Case => ({
          name: `Waymark, ${name}`,
          cold: false,
          installed: fresh,
          before: () => sandbox.behave(behaviour),
          openings: [],
          requests: 0,
        }),
      ),
      ...others.flatMap((one) => of(one)),
    ];
  } catch (error) {
    await Promise.all(opened.map(({ close }) => close()));
    throw error;
  }
}

async function scriptsOf({ installed, cold }: Case, runs: number): Promise<PopupRow['script']> {
  if (cold) return undefined;
  const times: { ready: number; second: number }[] = [];
  for (let run = 0; run < runs; run++) times.push(await scriptTime(installed));
  return { ready: spread(times.map(({ ready }) => ready)), second: spread(times.map(({ second }) => second)) };
}

/** Opens all popups in turn, several times, so that other load on the machine affects all alike. */
export async function measurePopups(context: Context, also: readonly Kind[]): Promise<PopupRow[]> {
  const { sandbox, runs, say } = context;
  const twins = mkdtempSync(join(tmpdir(), 'waymark-twins-'));
  const cases = await openAll(context, also, twins);
  try {
    // The first openings fill the browser's caches.
    for (let run = -1; run < runs; run++) {
      for (const one of cases) {
        sandbox.behave(prompt);
        one.before?.();
        sandbox.clearLog();
        const opening = await openOnce(one.installed, one.cold, run === runs - 1);
        one.requests = sandbox.log.filter(({ operation }) => operation).length;
        if (run >= 0) one.openings.push(opening);
      }
      if (run >= 0) say(`Round ${run + 1} of ${runs}`);
    }
    sandbox.behave(prompt);
    const rows: PopupRow[] = [];
    for (const one of cases) {
      const { scripts, styles } = onTheWay(one.installed.kind.folder, one.installed.kind.popup);
      const of = (key: keyof Opening) => spread(one.openings.map((opening) => opening[key]));
      rows.push({
        name: one.name,
        twin: one.twin,
        worker: one.cold ? 'cold' : 'warm',
        paint: of('paint'),
        ready: of('ready'),
        dom: of('dom'),
        script: await scriptsOf(one, Math.min(runs, 7)).catch(() => undefined),
        js: weigh(one.installed.kind.folder, scripts),
        css: weigh(one.installed.kind.folder, styles),
        heap: of('heap'),
        workerHeap: of('workerHeap'),
        requests: one.requests,
      });
    }
    return rows;
  } finally {
    await Promise.all([...new Set(cases.map(({ installed }) => installed))].map(({ close }) => close()));
    rmSync(twins, { recursive: true, force: true });
  }
}
