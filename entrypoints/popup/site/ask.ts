import { type Answer, ask } from '@/lib/messages/ask.ts';
import type { Check, Event, Write } from './state.ts';

/** Sends a question to the worker. Resolves to the event that reports the answer. */
export async function askQuestion(
  { account, host, number, ask: name, input }: Check | Write,
  isPrivate: boolean,
): Promise<Event> {
  const question = { account, host, number };
  const answer: Answer<unknown> = await ask(name, input as never, { private: isPrivate, account });
  return answer.ok
    ? { type: 'answered', ...question, value: answer.value, at: Date.now() }
    : { type: 'refused', ...question, problem: answer.problem };
}
