import { browser } from 'wxt/browser';
import type * as z from 'zod/mini';
import type { InputOf, OperationName, OutputOf, Problem } from '../services/index.ts';
import type { HitsById } from '../storage/hits.ts';
import { sleep } from '../util/sleep.ts';
import type { CommandOutputs, commands, ofOneAccount, Registration } from './commands.ts';

type Commands = typeof commands;

/**
 * Operations whose answer to pages differs from the service's: a create also looks the site up, and a delete of a
 * missing record succeeds.
 */
interface RicherOutputs {
  'websites.create': Registration;
  'websites.delete': { outcome: 'deleted' | 'gone' };
  'websites.hits': HitsById;
  'projects.delete': { outcome: 'deleted' | 'gone' };
}

export type Name = OperationName | keyof Commands;
/** Messages about the records of one account. The sender has to name the account. */
export type Bound = OperationName | (typeof ofOneAccount)[number];
export type Input<N extends Name> = N extends keyof Commands
  ? z.input<Commands[N]>
  : N extends OperationName
    ? InputOf<N>
    : never;
export type Output<N extends Name> = N extends keyof RicherOutputs
  ? RicherOutputs[N]
  : N extends OperationName
    ? OutputOf<N>
    : N extends keyof CommandOutputs
      ? CommandOutputs[N]
      : never;

export type Answer<T> = { ok: true; value: T } | { ok: false; problem: Problem };

/** A message from a page to the worker. */
export interface Message {
  ask: Name;
  input: unknown;
  /** Identifies the message, so that its request can be cancelled. */
  id: string;
  /** The account of the records. The worker refuses if another account is connected. */
  account?: string;
  /** Whether it was sent from a private window. If so, nothing is stored. */
  private?: boolean;
}

export interface Cancel {
  cancel: string;
}

interface AskOptions {
  private?: boolean;
  signal?: AbortSignal;
}

type OptionsFor<N extends Name> = N extends Bound
  ? [options: AskOptions & { account: string }]
  : [options?: AskOptions];

const gone: Answer<never> = { ok: false, problem: { kind: 'cancelled', code: 'worker-gone' } };

/** Delays before each attempt (milliseconds), since messages are lost while Firefox suspends its background page. */
const pauses = [0, 100, 400];

/** Repeats a message if the worker stops meanwhile. Every message may safely be sent twice. */
async function sendMessage(message: Message): Promise<Answer<never>> {
  for (const pause of pauses) {
    if (pause) await sleep(pause);
    try {
      const answer = await browser.runtime.sendMessage(message);
      if (answer) return answer as Answer<never>;
    } catch {
      // The worker was stopped, or the extension was updated under this page.
    }
  }
  return gone;
}

/** Asks the worker, since it alone has the keys and talks to the services. Never rejects: a failure is a `Problem`. */
export function ask<N extends Name>(
  name: N,
  input: Input<N>,
  ...[options = {}]: OptionsFor<N>
): Promise<Answer<Output<N>>> {
  const id = crypto.randomUUID();
  const { signal, ...asked } = options;
  const cancel = () => void browser.runtime.sendMessage({ cancel: id } satisfies Cancel).catch(() => undefined);
  signal?.addEventListener('abort', cancel, { once: true });
  return sendMessage({ ask: name, input, id, ...asked }).finally(() => signal?.removeEventListener('abort', cancel));
}
