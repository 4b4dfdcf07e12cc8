import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { typedSince } from '@/lib/connections/typedSince.ts';
import type { Service } from '@/lib/messages/commands.ts';
import { type ConnectionAddress, type Draft, draftOf, setNow } from '@/lib/storage/settings.ts';
import { watchSince } from '@/lib/storage/watchSince.ts';
import {
  type AddressFieldName,
  type ConnectionFormState,
  formFields,
  type KeyFieldName,
  mayKeep,
} from './connectionFields.ts';
import { useFixed } from './Fixed.tsx';

export type Addresses = Pick<ConnectionAddress, AddressFieldName>;

const noKeys: Record<KeyFieldName, string> = { apiKey: '', seoApiKey: '' };

/** The form: what was typed, or else what is saved; only the latter if an organisation has fixed it. Typed addresses survive a reload, typed keys do not. */
export function useDraft(id: string, start: Draft, saved: Addresses | undefined) {
  const [typed, setTyped] = useState(start);
  const [keys, setKeys] = useState(noKeys);
  /** What was typed, also in other windows. */
  const stored = useRef(start);
  useEffect(
    () =>
      watchSince(draftOf(id), (now) => {
        stored.current = now;
      }),
    [id],
  );

  /** Stores what was typed until it is saved. If that fails, it is still in the input. */
  const keep = useCallback(
    (part: Draft) => {
      stored.current = { ...stored.current, ...part };
      return setNow(draftOf(id), stored.current).catch(() => undefined);
    },
    [id],
  );

  const isFixed = { analyticsUrl: useFixed('analyticsUrl'), seoUrl: useFixed('seoUrl') };
  const address = (field: AddressFieldName) => (isFixed[field] ? undefined : typed[field]) ?? saved?.[field] ?? '';
  const analyticsUrl = address('analyticsUrl');
  const seoUrl = address('seoUrl');
  const form: ConnectionFormState = { analyticsUrl, seoUrl, ...keys };

  const typeAddress = useCallback(
    (field: AddressFieldName, value: string) => {
      setTyped((now) => ({ ...now, [field]: value }));
      void keep({ [field]: mayKeep(value) ? value : undefined });
    },
    [keep],
  );

  const typeKey = useCallback(
    (service: Service, value: string) => {
      setKeys((now) => ({ ...now, [formFields[service].key]: value }));
      // The key is for these, whatever another window saves.
      setTyped((now) => ({ ...now, analyticsUrl, seoUrl }));
    },
    [analyticsUrl, seoUrl],
  );

  const chooseForget = useCallback(
    (forgetKeys: boolean) => {
      setTyped((now) => ({ ...now, forgetKeys }));
      void keep({ forgetKeys });
    },
    [keep],
  );

  /** Shows the corrected form. What was not corrected is not written: another window may have typed it since. */
  const correct = (corrected: ConnectionFormState) => {
    const { analyticsUrl, seoUrl, ...correctedKeys } = corrected;
    const addresses = Object.entries({ analyticsUrl, seoUrl });
    const part = Object.fromEntries(addresses.filter(([field, text]) => text !== form[field as AddressFieldName]));
    setTyped((now) => ({ ...now, ...part }));
    setKeys(correctedKeys);
    return keep(part);
  };

  /** Drops the draft of what was saved, but not what was typed since. */
  const settle = useCallback((sent: ConnectionFormState & Draft, saved: readonly Service[]) => {
    if (saved.length === Object.keys(formFields).length) {
      const left = (draft: Draft) => typedSince(sent, draft);
      stored.current = left(stored.current);
      setTyped(left);
    }
    const names = saved.map((service) => formFields[service].key);
    setKeys((now) => ({
      ...now,
      ...Object.fromEntries(names.filter((key) => now[key] === sent[key]).map((key) => [key, ''])),
    }));
  }, []);

  return { form, forgetKeys: typed.forgetKeys, typeAddress, typeKey, chooseForget, correct, settle };
}
