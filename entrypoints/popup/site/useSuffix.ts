import { useRead } from '@/components/useWatched.ts';
import type { Suffix } from '@/lib/hosts/publicSuffix.ts';
import { ask } from '@/lib/messages/ask.ts';
import { afterPaint } from '../afterPaint.ts';

/**
 * Returns a host's entry in the public suffix list; empty until the worker has answered. `wanted`: whether to request
 * the entry. The request is sent after the first paint.
 */
export function useSuffix(host: string, wanted: boolean): Suffix {
  const read = async () => {
    if (!wanted) return undefined;
    await afterPaint;
    const answer = await ask('site.suffixes', { hosts: [host] });
    return answer.ok ? answer.value[0] : undefined;
  };
  return useRead(read, [host, wanted]) ?? {};
}
