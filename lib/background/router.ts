import { type Browser, browser } from 'wxt/browser';
import * as z from 'zod/mini';
import type { Answer, Message, Name } from '../messages/ask.ts';
import { commands, ofOneAccount } from '../messages/commands.ts';
import { operations } from '../services/index.ts';
import { isRecord } from '../util/isRecord.ts';
import { working } from './deferUpdate.ts';
import { handlers } from './handlers.ts';
import { problemOf } from './problems.ts';

type Sender = Browser.runtime.MessageSender;
type Handler = (input: unknown, context: object) => Promise<unknown>;

const abortable = new Map<string, AbortController>();

/**
 * Whether a message comes from one of the extension's own top-level pages. No other sender may command the worker. The
 * sender's id proves nothing, because content scripts have the same id. Firefox before 126 does not set `origin`, so
 * `url` is compared instead.
 */
function isOurPage(sender: Sender): boolean {
  const ours = browser.runtime.getURL('/');
  const isOurs = sender.origin === undefined ? sender.url?.startsWith(ours) : `${sender.origin}/` === ours;
  return sender.id === browser.runtime.id && isOurs === true && !sender.frameId;
}

function inputSchema(name: Name): z.ZodMiniType | undefined {
  if (Object.hasOwn(commands, name)) return commands[name as keyof typeof commands];
  if (Object.hasOwn(operations, name)) return operations[name as keyof typeof operations].input;
  return undefined;
}

const isBound = (name: string) => Object.hasOwn(operations, name) || (ofOneAccount as readonly string[]).includes(name);

function inputErrors(error: z.core.$ZodError): Record<string, string[]> {
  return Object.fromEntries(error.issues.map(({ path, message }) => [path.join('.') || 'input', [message]]));
}

async function answer(message: Message, { tab }: Sender): Promise<Answer<unknown>> {
  const { ask: name, account } = message;
  const schema = inputSchema(name);
  if (!schema) return { ok: false, problem: { kind: 'rejected', code: 'unknown-name' } };
  const input = z.safeParse(schema, message.input);
  if (!input.success) return { ok: false, problem: { kind: 'rejected', fields: inputErrors(input.error) } };
  if (isBound(name) && typeof account !== 'string')
    return { ok: false, problem: { kind: 'rejected', code: 'no-service' } };
  const isPrivate = message.private === true || tab?.incognito === true;
  const controller = new AbortController();
  abortable.set(message.id, controller);
  try {
    const handler = handlers[name] as Handler;
    return {
      ok: true,
      value: await handler(input.data, { signal: controller.signal, private: isPrivate, account, message: message.id }),
    };
  } catch (error) {
    return { ok: false, problem: problemOf(error) };
  } finally {
    abortable.delete(message.id);
  }
}

/** Handles all messages to the worker. Decides synchronously whether to handle a message, and answers it if so. */
export function onMessage(message: unknown, sender: Sender, sendResponse: (answer: unknown) => void): true | undefined {
  if (!isOurPage(sender) || !isRecord(message)) return undefined;
  if (typeof message.cancel === 'string') {
    abortable.get(message.cancel)?.abort();
    return undefined;
  }
  if (typeof message.ask !== 'string' || typeof message.id !== 'string') return undefined;
  void working(() => answer(message as unknown as Message, sender)).then(sendResponse);
  return true;
}
