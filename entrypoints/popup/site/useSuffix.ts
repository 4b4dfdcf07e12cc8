import { useEffect, useState } from 'preact/hooks';
import type { Suffix } from '@/lib/hosts/publicSuffix.ts';
import { ask } from '@/lib/messages/ask.ts';
import { afterPaint } from '../afterPaint.ts';

/** The host's public suffix, requested from the worker after the first paint. */
export function useSuffix(host: string, wanted: boolean): Suffix {
  const [suffix, setSuffix] = useState<Suffix>({});
  useEffect(() => {
    if (!wanted) return;
    void afterPaint
      .then(() => ask('site.suffixes', { hosts: [host] }))
      .then((answer) => answer.ok && setSuffix(answer.value[0] ?? {}));
  }, [host, wanted]);
  return suffix;
}
