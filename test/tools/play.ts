import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describeRequest, type LoggedRequest } from '../sandbox/sandbox.ts';
import { registered, type Stage, type Step, steps } from './tour.ts';

/** Returns in words how the outcome of a step differs from the expected one; empty if it does not. */
export function differences(step: Step, shown: string, log: LoggedRequest[]): string[] {
  const said = shown.includes(step.shows) ? [] : [`Waymark should have shown "${step.shows}"`];
  // Two services may be asked at the same time, in either order.
  const got = log
    .map(({ operation }) => operation ?? 'something else')
    .toSorted()
    .join(', ');
  const wanted = step.requests
    .map(([operation]) => operation)
    .toSorted()
    .join(', ');
  if (got !== wanted) return [...said, `the service should have received: ${wanted || 'nothing'}`];
  const fields = step.requests.flatMap(([operation, expected = {}], index) =>
    Object.entries(expected)
      .filter(([name, value]) => log[index]?.fields[name] !== value)
      .map(([name]) => `${operation} should have carried another ${name}`),
  );
  return [...said, ...fields];
}

/** Plays the main job, and prints the requests and what Waymark showed. Resolves to the number of differences. */
export async function play(stage: Stage, folder: string, print: (line: string) => void): Promise<number> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  let wrong = 0;
  const say = (who: string, what: string) => print(`   ${who.padEnd(9)}${what}`);
  for (const [index, step] of steps.entries()) {
    const before = stage.sandbox.log.length;
    print(`${index + 1}. ${step.name}`);
    const shown = await step.act(stage).catch((error: Error) => `(nothing: ${error.message})`);
    const log = stage.sandbox.log.slice(before);
    for (const request of log) say('service', describeRequest(request));
    say('Waymark', shown.replaceAll(/\s+/g, ' ').trim());
    // Leaves out the requests without a key, which find out the kind of service.
    const asked = log.filter(({ key }) => key !== 'none');
    const differs = differences(step, shown, asked);
    for (const difference of differs) say('DIFFERS', difference);
    wrong += differs.length;
    if (stage.view?.isClosed() === false)
      await stage.view.screenshot({ path: join(folder, `${index + 1}.png`) as `${string}.png` });
    if (differs.length > 0) break;
  }
  const held = stage.sandbox.websites().map(({ domain, privacy }) => ({ domain, privacy }));
  print('In the end the service holds');
  for (const { domain, privacy } of held) say('website', `${domain}, privacy ${privacy}`);
  if (JSON.stringify(held) !== JSON.stringify(registered)) {
    say('DIFFERS', `it should hold ${registered.map(({ domain }) => domain).join(' and ')}, both with privacy 1`);
    wrong += 1;
  }
  for (const complaint of await stage.driver.complaints()) {
    say('DIFFERS', `complained: ${complaint}`);
    wrong += 1;
  }
  return wrong;
}
