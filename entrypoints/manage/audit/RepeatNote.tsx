import { Icon } from '@/components/Icon.tsx';
import type { AuditRepeat } from '@/lib/audit/repeat.ts';
import { language, numberText, t } from '@/lib/text/i18n.ts';

interface Props {
  repeat: AuditRepeat;
  onStop: () => void;
  onAgain: () => void;
}

const dateText = (moment: number) => new Date(moment).toLocaleDateString(language(), { dateStyle: 'long' });

/** How often the audit is repeated and when next, or that it has stopped by itself. */
export function RepeatNote({ repeat, onStop, onAgain }: Props) {
  const { every, next, sites, stopped } = repeat;
  const values = { count: numberText(sites.length), date: dateText(next) };
  const text = t(every === 'week' ? 'audit.repeats_week' : 'audit.repeats_month', values);
  return (
    <div class={`note repeat ${stopped ? 'warn' : ''}`} role="status">
      <Icon name={stopped ? 'warning' : 'refresh'} />
      <p>{stopped ? t('audit.repeat_stopped') : text}</p>
      <div class="row">
        {stopped && (
          <button type="button" class="button" onClick={onAgain}>
            {t('audit.repeat_again')}
          </button>
        )}
        <button type="button" class="button quiet" onClick={onStop}>
          {t(stopped ? 'manage.dismiss' : 'audit.repeat_stop')}
        </button>
      </div>
    </div>
  );
}
