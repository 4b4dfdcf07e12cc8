import { browser } from 'wxt/browser';
import { isPageOf } from '@/lib/connections/isPageOf.ts';
import { dropOtherAccess, requestAccess } from '@/lib/connections/permissions.ts';
import { ask } from '@/lib/messages/ask.ts';
import { holdAccess, keptAddresses } from '@/lib/storage/lentAccess.ts';
import { connections, get } from '@/lib/storage/settings.ts';
import { go, hashOf, homeHash } from '../route.ts';
import { urlOf } from './check.ts';
import { loadRead, mirror } from './mirror.ts';
import type { Command, Read, Save, Send, State } from './state.ts';

/**
 * Resolves to the address of the page that this window showed last. Undefined if that page belongs to a connected
 * service, or if Waymark has no permission to read the address.
 */
export async function lastPage(): Promise<string | undefined> {
  const tabs = await browser.tabs.query({ currentWindow: true });
  const [last] = tabs
    .filter(({ active }) => !active)
    .toSorted((one, other) => (other.lastAccessed ?? 0) - (one.lastAccessed ?? 0));
  const url = last?.url?.startsWith('http') ? urlOf(last.url) : undefined;
  const { list } = await get(connections);
  return url && !list.some(({ analyticsUrl }) => isPageOf(url, analyticsUrl)) ? last?.url : undefined;
}

const giveBackUnneeded = () =>
  keptAddresses()
    .then(dropOtherAccess)
    .catch(() => {});

/**
 * Removes the unsaved text of a form that the person leaves. Also gives up access to the addresses of a connection that
 * was removed, or of a new one that was not saved.
 */
export function giveUp(id: string): void {
  mirror(id);
  void giveBackUnneeded();
}

/** Reads the form's stored data again. If this fails, returns the present data, so that the answer is still used. */
const readAgain = ({ id, read }: State): Promise<Read> => loadRead(id).catch(() => read);

/** Saves the form. Call it directly in a click handler; otherwise browsers refuse to ask for access. */
async function save({ number, input, urls, sent }: Save, state: State, send: Send): Promise<void> {
  const granted = requestAccess(urls);
  const answer = await holdAccess([...urls], async () => {
    // The form is saved even if access is denied, because the test then reports that.
    await granted;
    return ask('connection.save', input);
  });
  const at = Date.now();
  send({ type: 'saved', number, answer, sent, at, read: await readAgain(state) });
  const isDone = answer.ok && [answer.value.analytics, answer.value.seo].every((one) => !one || one.ok);
  // Gives up access that is not needed: to the previous addresses once the new ones work, or to the new ones if the
  // save was refused with kind `setup`, for example because the connection was removed meanwhile.
  if (isDone || (!answer.ok && answer.problem.kind === 'setup')) await giveBackUnneeded();
}

export async function run(command: Command, state: State, send: Send): Promise<void> {
  const { id } = state;
  switch (command.do) {
    case 'save':
      return save(command, state, send);
    case 'test': {
      const granted = command.access.length ? requestAccess(command.access) : undefined;
      await granted;
      const answer = await ask('connection.test', { connection: id });
      send({ type: 'tested', number: command.number, answer, at: Date.now() });
      return send({ type: 'read', read: await readAgain(state) });
    }
    case 'ask': {
      const answer = await ask(command.name, command.input as never);
      if (!answer.ok) return send({ type: 'refused', problem: answer.problem });
      const { name, focus, sent = {} } = command;
      return send({ type: 'answered', name, read: await readAgain(state), focus, sent });
    }
    case 'remove': {
      const answer = await ask('connection.remove', { connection: id });
      return send(answer.ok ? { type: 'removed' } : { type: 'refused', problem: answer.problem });
    }
    case 'identify': {
      const answer = await ask('connection.identify', { page: command.page });
      return send({ type: 'found', page: command.page, service: answer.ok ? (answer.value ?? {}) : null });
    }
    case 'leave':
      giveUp(id);
      return go(homeHash);
    case 'name-route':
      if (location.hash === '#new') history.replaceState(null, '', `${location.pathname}${hashOf(id)}`);
  }
}
