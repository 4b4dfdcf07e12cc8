import { t } from '@/lib/text/i18n.ts';

/** When a website was last visited, in words. If that is not known, a dash with the reason as its `title`. */
export interface Visit {
  text: string;
  title: string;
  isKnown: boolean;
}

export function VisitCell({ visit }: { visit: Visit | null }) {
  if (!visit) return <td class="visit" />;
  const { text, title, isKnown } = visit;
  return (
    <td class={`visit ${isKnown ? '' : 'unreported'}`} data-label={t('manage.last_visit')} title={title}>
      <span aria-hidden={isKnown ? undefined : true}>{text}</span>
      {!isKnown && <span class="visually-hidden">{title}</span>}
    </td>
  );
}
