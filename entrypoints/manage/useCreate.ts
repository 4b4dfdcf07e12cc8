import { useState } from 'preact/hooks';
import type { Creating } from '@/components/manage/CreateSheet.tsx';
import type { Website } from '@/lib/api/index.ts';
import { complete, toFields } from '@/lib/fields.ts';
import { fieldErrors } from '@/lib/manage/refusal.ts';
import { ask } from '@/lib/messages.ts';
import type { Defaults } from '@/lib/settings.ts';
import { siteOfText } from '@/lib/site.ts';
import { t } from '@/lib/strings.ts';
import { toUnicode } from '@/lib/unicode.ts';
import { problemText, refusalText, registrationText } from '@/lib/words.ts';

/** Registers a typed domain. What was typed is kept while the sheet is closed. */
export function useCreate(defaults: Defaults, onCreated: (website: Website | undefined, said: string) => void) {
  const [creating, setCreating] = useState<Creating>();
  const [shown, setShown] = useState(false);
  const part = (change: Partial<Creating>) => setCreating((before) => before && { ...before, ...change });

  const open = () => {
    setCreating((before) => before ?? { typed: '', fields: toFields(defaults), busy: false, errors: {} });
    setShown(true);
  };
  const close = () => setShown(false);

  const create = async () => {
    if (!creating || creating.busy) return;
    const { typed, fields } = creating;
    const site = siteOfText(typed);
    if ('refused' in site) return part({ errors: { domain: refusalText(site.refused) }, problem: undefined });
    if (fields.privacy === 2 && !fields.password && !defaults.hasPassword)
      return part({ errors: { password: t('password.needed') }, problem: undefined });
    part({ busy: true, errors: {}, problem: undefined });
    const sent = complete(fields);
    const answer = await ask('websites.create', { domain: site.host, ...sent });
    const name = toUnicode(site.host);
    if (!answer.ok) {
      const { problem } = answer;
      const named = fieldErrors(problem);
      // Our own reasons are names, worded in one place; a service's are sentences already.
      const errors = problem.fields?.domain ? { ...named, domain: problemText(problem, name) } : named;
      return part({ busy: false, errors, problem: Object.keys(errors).length ? undefined : problem });
    }
    const { outcome, website } = answer.value;
    const { password: _, ...visible } = sent;
    setShown(false);
    setCreating(undefined);
    onCreated(
      website && (outcome === 'created' ? { ...visible, ...website } : website),
      registrationText(outcome, name),
    );
  };
  return { creating: shown ? creating : undefined, open, close, part, create };
}
