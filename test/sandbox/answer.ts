import type { openBehaviour, Settings } from './behaviour.ts';
import { passed } from './delay.ts';
import type { Fault, FaultFacts } from './fault.ts';
import { faultNamed } from './faults.ts';
import type { openLimits } from './limits.ts';
import { type Keys, keyFits } from './log.ts';
import { operations } from './operations.ts';
import type { Records } from './records.ts';
import { json, unauthenticated } from './replies.ts';
import type { LoggedRequest, OperationName, Reply } from './types.ts';

/** The data that the servers of one sandbox share. */
export interface Shared {
  records: Records;
  behaviour: ReturnType<typeof openBehaviour>;
  limits: ReturnType<typeof openLimits>;
  log: LoggedRequest[];
  keys: Keys;
  basePath: string;
  /** The address of another origin that answers every request. */
  foreignOrigin: string;
  onAnswer: (entry: LoggedRequest) => void;
}

/** One request for an operation. `id`: its path's last part; `origin`: our origin as the client addressed it. */
export interface Asked {
  entry: LoggedRequest;
  operation: OperationName;
  id: string;
  origin: string;
}

const honest = (shared: Shared, asked: Asked, settings: Settings): Reply => {
  const { entry, operation, id, origin } = asked;
  if (!keyFits(entry.key, operation)) return unauthenticated(entry.accept, `${origin}${shared.basePath}/login`);
  return operations[operation]({
    records: shared.records,
    settings,
    id,
    query: entry.query,
    fields: entry.fields,
    address: `${origin}${entry.path}`,
    foreignOrigin: shared.foreignOrigin,
  });
};

const carryOut = async (shared: Shared, asked: Asked, settings: Settings, fault: Fault | undefined): Promise<Reply> => {
  const { entry, operation, origin } = asked;
  const facts: FaultFacts = {
    method: entry.method,
    operation,
    base: `${origin}${shared.basePath}`,
    foreignOrigin: shared.foreignOrigin,
    path: entry.path,
    query: new URLSearchParams(entry.query).toString(),
  };
  if (fault && !fault.commits) return fault.answer(json(200, {}), facts);
  const reply = honest(shared, asked, settings);
  if (settings.delayAnswer) await passed(settings.delayAnswer);
  return fault ? fault.answer(reply, facts) : reply;
};

/** Answers a request: delay, rate limit, fault or key, then the operation, whose answer a fault may change. */
export async function answer(shared: Shared, asked: Asked): Promise<Reply> {
  const { entry } = asked;
  const settings = shared.behaviour.settle(entry);
  const fault = settings.fault === undefined ? undefined : faultNamed(settings.fault);
  if (fault) entry.fault = fault.name;
  if (settings.delay) await passed(settings.delay);
  const counted = settings.rateLimit && shared.limits.count(settings.rateLimit);
  const reply = counted?.refusal ?? (await carryOut(shared, asked, settings, fault));
  const last: Record<string, string> = settings.keepAlive ? {} : { connection: 'close' };
  return { ...reply, headers: { ...counted?.headers, ...last, ...reply.headers } };
}
