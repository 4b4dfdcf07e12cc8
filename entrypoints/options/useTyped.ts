import { useCallback, useState } from 'preact/hooks';
import { type AddressField, type Form, fieldsOf, type KeyField, mayKeep } from '@/components/options/form.ts';
import type { ConnectionStatus, Service } from '@/lib/commands.ts';
import { ask } from '@/lib/messages.ts';
import { type ConnectionAddress, type Draft, draft, update } from '@/lib/settings.ts';

export type Addresses = Pick<ConnectionAddress, AddressField>;

const noKeys: Record<KeyField, string> = { apiKey: '', seoApiKey: '' };

/** Keeps what was typed until it is saved. Where that fails, it still stands in the box. */
const keep = (part: Draft) => void update(draft, (typed) => ({ ...typed, ...part })).catch(() => {});

/** What stands in the boxes: what was typed, else what is saved. Typed addresses outlive a reload, typed keys wait in the worker. */
export function useTyped(start: Draft, saved: Addresses | undefined, onStatus: (status: ConnectionStatus) => void) {
  const [typed, setTyped] = useState(start);
  const [keys, setKeys] = useState(noKeys);

  const form: Form = {
    analyticsUrl: typed.analyticsUrl ?? saved?.analyticsUrl ?? '',
    seoUrl: typed.seoUrl ?? saved?.seoUrl ?? '',
    ...keys,
  };

  const typeAddress = useCallback((field: AddressField, value: string) => {
    setTyped((now) => ({ ...now, [field]: value }));
    keep({ [field]: mayKeep(value) ? value : undefined });
  }, []);

  const typeKey = useCallback(
    async (service: Service, value: string) => {
      setKeys((now) => ({ ...now, [fieldsOf[service].key]: value }));
      const answer = await ask('keys.draft', { service, key: value });
      if (answer.ok) onStatus(answer.value);
    },
    [onStatus],
  );

  const chooseForget = useCallback((forgetKeys: boolean) => {
    setTyped((now) => ({ ...now, forgetKeys }));
    keep({ forgetKeys });
  }, []);

  /** Shows the form as it was mended. */
  const mend = useCallback((mended: Form) => {
    const { analyticsUrl, seoUrl, ...mendedKeys } = mended;
    setTyped((now) => ({ ...now, analyticsUrl, seoUrl }));
    setKeys(mendedKeys);
    keep({ analyticsUrl, seoUrl });
  }, []);

  /** Lets go what has been saved, but nothing that was typed since. */
  const settle = useCallback((sent: Form, taken: readonly Service[]) => {
    setTyped((now) => (now.analyticsUrl === sent.analyticsUrl && now.seoUrl === sent.seoUrl ? {} : now));
    const names = taken.map((service) => fieldsOf[service].key);
    setKeys((now) => ({
      ...now,
      ...Object.fromEntries(names.filter((key) => now[key] === sent[key]).map((key) => [key, ''])),
    }));
  }, []);

  return { form, forgetKeys: typed.forgetKeys, typeAddress, typeKey, chooseForget, mend, settle };
}
