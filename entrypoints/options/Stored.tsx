import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Icon } from '@/components/Icon.tsx';
import { t } from '@/lib/text/i18n.ts';

interface StoredProps {
  /** That a secret is stored, never what it is. */
  text: string;
  replace?: string;
  replaceName: string;
  onReplace: () => void;
  /** The person has just come back from the box. */
  focus?: boolean;
  /** The way to forget it. */
  children: ComponentChildren;
}

/** Stands where the box of a secret stood, once the secret is stored. */
export function Stored({ text, replace = t('options.replace'), replaceName, onReplace, focus, children }: StoredProps) {
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    if (focus) button.current?.focus();
  }, [focus]);
  return (
    <div class="stored">
      <span class="stored-text">
        <Icon name="check" />
        {text}
      </span>
      <button ref={button} type="button" class="button quiet" aria-label={replaceName} onClick={onReplace}>
        {replace}
      </button>
      {children}
    </div>
  );
}
