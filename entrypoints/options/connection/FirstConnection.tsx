import { t } from '@/lib/text/i18n.ts';
import { ConnectionForm } from '../ConnectionForm.tsx';
import { OwnHeaders } from '../OneConnection.tsx';
import { useOneConnection } from '../useOneConnection.ts';
import { useCommonOf, useStart } from './useStart.ts';

type Started = ReturnType<typeof useStart>;

function FirstForm({ start, all }: Pick<Started, 'all'> & { start: NonNullable<Started['start']> }) {
  const { form, headers } = useOneConnection({ start, all, common: useCommonOf(start) }, false);
  return (
    <>
      <ConnectionForm {...form} />
      <OwnHeaders {...headers} />
    </>
  );
}

/** The form of the first connection, and nothing else. */
export function FirstConnection() {
  const { start, all } = useStart(undefined);
  return (
    <>
      <h1 tabIndex={-1}>{t('popup.not_set_up')}</h1>
      <div class="card">{start && <FirstForm start={start} all={all} />}</div>
    </>
  );
}
