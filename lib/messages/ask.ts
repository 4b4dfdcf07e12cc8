import { browser } from 'wxt/browser';
import type * as z from 'zod/mini';
import type { InputOf, OperationName, OutputOf, Problem } from '../services/index.ts';
import { sleep } from '../util/sleep.ts';
import type { CommandOutputs, commands, ofOneAccount } from './commands.ts';

type Commands = typeof commands;

/** The name of a message: an operation of a service, or a command. */
export type Name = OperationName | keyof Commands;
/** The names of messages about the records of one account. The sender must name the account in the message. */
export type Bound = OperationName | (typeof ofOneAccount)[number];
export type Input<N extends Name> = N extends keyof Commands
  ? z.input<Commands[N]>
  : N extends OperationName
    ? InputOf<N>
    : never;
export type Output<N extends Name> = N extends keyof CommandOutputs
  ? CommandOutputs[N]
  : N extends OperationName
    ? OutputOf<N>
    : null;

export type Answer<T> = { ok: true; value: T } | { ok: false; problem: Problem };

/** A message from a page to the worker. */
export interface Message {
  ask: Name;
  input: unknown;
  /** A unique id. It stays the same if the message is sent again. The message `{ cancel: id }` cancels the request. */
  id: string;
  /**
   * The account that the message is about. The worker refuses the message if this account is not connected any more.
   */
  account?: string;
  /** Whether the message comes from a private window. If so, the worker stores nothing on disk. */
  private?: boolean;
}

interface AskOptions {
  private?: boolean;
  signal?: AbortSignal;
}

type OptionsFor<N extends Name> = N extends Bound
  ? [options: AskOptions & { account: string }]
  : [options?: AskOptions];

const gone: Answer<never> = { ok: false, problem: { kind: 'cancelled', code: 'worker-gone' } };

/**
 * How long to wait before each attempt to send a message (milliseconds). Several attempts are needed because Firefox
 * loses messages that arrive while it suspends the background page.
 */
const pauses = [0, 100, 400];

/**
 * Sends a message to the worker, up to three times if the worker stops before it answers. So the worker may get the
 * same message more than once.
 */
async function sendMessage(message: Message): Promise<Answer<never>> {
  for (const pause of pauses) {
    if (pause) await sleep(pause);
    try {
      const answer = await browser.runtime.sendMessage(message);
      if (answer) return answer as Answer<never>;
    } catch {
      // The worker may have been stopped, so another attempt may succeed. If the extension was updated while this page
      // stayed open, the other attempts fail, too.
    }
  }
  return gone;
}

/**
 * Sends a message to the worker, which alone has the keys and talks to the services. Resolves to the answer. Never
 * rejects: a failure is returned as a `Problem`.
 */
export function ask<N extends Name>(
  name: N,
  input: Input<N>,
  ...[options = {}]: OptionsFor<N>
): Promise<Answer<Output<N>>> {
  const id = crypto.randomUUID();
  const { signal, ...asked } = options;
  const cancel = () => void browser.runtime.sendMessage({ cancel: id }).catch(() => undefined);
  signal?.addEventListener('abort', cancel, { once: true });
  return sendMessage({ ask: name, input, id, ...asked }).finally(() => signal?.removeEventListener('abort', cancel));
}
