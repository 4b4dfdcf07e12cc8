import { nameOf } from '@/lib/connections/name.ts';
import { t } from '@/lib/text/i18n.ts';
import { OneConnection } from '../OneConnection.tsx';
import { BackLink } from '../Section.tsx';
import { useCommonOf, useStart } from './useStart.ts';

type Started = ReturnType<typeof useStart>;

function Started({ start, all, onRemove }: Started & { start: NonNullable<Started['start']> }) {
  const common = useCommonOf(start);
  return <OneConnection start={start} all={all} common={common} onRemove={onRemove} />;
}

/** One connection in a view of its own; without `id`, a new one. */
export function Connection({ id }: { id: string | undefined }) {
  const started = useStart(id);
  const { start, all, failure } = started;
  const one = all.list.find((each) => each.id === (start?.id ?? id));
  const gone = one ? undefined : start?.connection;
  return (
    <>
      <BackLink />
      <h1 tabIndex={-1}>{one ? nameOf(one) : t('options.new_connection')}</h1>
      <div role="alert">
        {(failure || gone) && (
          <p class="note danger">
            {failure ?? t('options.connection_removed', { name: nameOf(gone ?? { analyticsUrl: '' }) })}
          </p>
        )}
      </div>
      {!gone && <div class="card">{start && <Started key={start.id} {...started} start={start} />}</div>}
    </>
  );
}
