import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { Icon } from '@/components/Icon.tsx';
import { t } from '@/lib/text/i18n.ts';

/** Whether the last change was saved. */
export type SavedNote = 'none' | 'saved' | { failed: string };

/** Says briefly that a change was saved, or why it was not. */
export function Saved({ said }: { said: SavedNote }) {
  return (
    <div role="status" class={typeof said === 'object' ? 'saved failed' : 'saved'}>
      {said === 'saved' && (
        <>
          <Icon name="check" />
          {t('options.saved')}
        </>
      )}
      {typeof said === 'object' && (
        <>
          <Icon name="warning" />
          {t('options.not_saved', { reason: said.failed })}
        </>
      )}
    </div>
  );
}

interface SectionProps {
  title: string;
  hint?: string;
  /** Whether the last change was saved; only for sections that save on change. */
  said?: SavedNote | 'none';
  children: ComponentChildren;
}

/** A section of the page: heading, hint and card. */
export function Section({ title, hint, said, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <div class="section-head">
        <h2 id={id}>{title}</h2>
        {said !== undefined && <Saved said={said} />}
        {hint && <p class="muted">{hint}</p>}
      </div>
      <div class="card">{children}</div>
    </section>
  );
}
