import { isObject, own } from '../coerce.ts';
import { parseJson } from '../json.ts';
import type { ServiceKind } from '../kind.ts';
import { umamiAt } from './kind.ts';

/** Self-hosted Umami. */
export const kind: ServiceKind = {
  operations: umamiAt({
    api: (url) => `${url}/api`,
    pages: (url) => url,
    authorize: (headers, key) => headers.set('Authorization', `Bearer ${key}`),
  }),
  async identify(_url, ask) {
    const { status, text } = await ask('GET', '/api/heartbeat');
    const body = parseJson(text ?? '')?.value;
    return status === 200 && isObject(body) && own(body, 'ok') === true;
  },
  hasKeys: async (ask) => (await ask('GET', '/settings/api-keys')).status === 200,
};
