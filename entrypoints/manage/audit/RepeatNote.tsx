import { Icon } from '@/components/Icon.tsx';
import type { AuditRepeat } from '@/lib/audit/repeat.ts';
import { language, numberText, t } from '@/lib/text/i18n.ts';
import { HostNames } from './HostNames.tsx';

interface RepeatNoteProps {
  repeat: AuditRepeat;
  /** Its hosts to which access was taken away. */
  lost: readonly string[];
  onStop: () => void;
  onAgain: () => void;
}

const longDate = (moment: number) => new Date(moment).toLocaleDateString(language(), { dateStyle: 'long' });

/** How often the audit is repeated, when next and without which sites, or that it has stopped by itself. */
export function RepeatNote({ repeat, lost, onStop, onAgain }: RepeatNoteProps) {
  const { every, next, sites, stopped } = repeat;
  const values = { count: numberText(sites.length - lost.length), date: longDate(next) };
  const text = t(every === 'week' ? 'audit.repeats_week' : 'audit.repeats_month', values);
  const lacks = stopped || lost.length > 0;
  return (
    <div class={`note repeat ${lacks ? 'warn' : ''}`} role="status">
      <Icon name={lacks ? 'warning' : 'refresh'} />
      <div>
        <p>{stopped ? t('audit.repeat_stopped') : text}</p>
        {!stopped && lost.length > 0 && (
          <p>
            {t('audit.repeat_lost', { count: numberText(lost.length) })} <HostNames hosts={lost} />
          </p>
        )}
      </div>
      <div class="row">
        {lacks && (
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
