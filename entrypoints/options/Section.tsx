import type { ComponentChildren } from 'preact';
import { useEffect, useId } from 'preact/hooks';
import { Icon } from '@/components/Icon.tsx';
import { t } from '@/lib/text/i18n.ts';
import { homeHash } from './route.ts';
import type { Said } from './settingsState.ts';

/** Sets the page's title. `name`: the name of the view, which comes first; left out for the first view. */
export function useTitle(name?: string): void {
  useEffect(() => {
    document.title = [name, t('options.title')].filter(Boolean).join(' · ');
  }, [name]);
}

export function ViewHead({ name }: { name: string }) {
  useTitle(name);
  return (
    <>
      <a class="back" href={homeHash}>
        <Icon name="chevron" />
        {t('popup.open_settings')}
      </a>
      <h1 tabIndex={-1}>{name}</h1>
    </>
  );
}

/**
 * Renders the outcome of a save. "Saved" disappears after three seconds (unless the person prefers reduced motion), but
 * stays for screen readers. Each successful save gets a new element, so that it is announced again.
 */
const Saved = ({ said }: { said: Said | undefined }) => (
  <div role="status" class={said?.failed === undefined ? 'saved' : 'saved failed'}>
    {said && (
      <span key={said.count} class={said.failed === undefined ? 'briefly' : ''}>
        <Icon name={said.failed === undefined ? 'check' : 'warning'} />
        {said.failed === undefined ? t('options.saved') : t('options.not_saved', { reason: said.failed })}
      </span>
    )}
  </div>
);

interface SectionProps {
  title: string;
  hint?: string;
  said?: Said | undefined;
  children: ComponentChildren;
}

export function Section({ title, hint, said, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <div class="section-head">
        <h2 id={id}>{title}</h2>
        <Saved said={said} />
        {hint && <p class="hint">{hint}</p>}
      </div>
      <div class="card">{children}</div>
    </section>
  );
}
