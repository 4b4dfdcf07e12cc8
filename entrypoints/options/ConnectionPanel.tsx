import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Icon } from '@/components/Icon.tsx';
import { t } from '@/lib/text/i18n.ts';
import { FixedNote, useFixed } from './Fixed.tsx';
import { RemoveButton } from './SecretInput.tsx';
import { Saved, type SavedNote } from './Section.tsx';

interface FoldProps {
  title: string;
  hint: string;
  said?: SavedNote;
  children: ComponentChildren;
}

/** Rarely changed settings of a connection, folded away. */
export function Fold({ title, hint, said, children }: FoldProps) {
  return (
    <details class="fold">
      <summary>
        <Icon name="chevron" />
        {title}
      </summary>
      <div class="fold-head">
        <p class="hint">{hint}</p>
        {said !== undefined && <Saved said={said} />}
      </div>
      {children}
    </details>
  );
}

interface PlaceProps {
  name: string;
  /** From 0. */
  place: number;
  count: number;
  onMove: (by: -1 | 1) => void;
  onDuplicate: () => void;
  onRemove: () => void;
}

const moves = [
  { by: -1, label: () => t('options.move_up') },
  { by: 1, label: () => t('options.move_down') },
] as const;

/** The actions for a whole connection. */
export function PlaceButtons({ name, place, count, onMove, onDuplicate, onRemove }: PlaceProps) {
  const isFixed = useFixed('connection');
  const buttons = useRef<(HTMLButtonElement | null)[]>([]);
  const pressed = useRef<number>(undefined);
  // Moving a line removes its buttons from the page for a moment, so the focus is lost.
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each move
  useLayoutEffect(() => {
    const { current: index } = pressed;
    if (index === undefined) return;
    pressed.current = undefined;
    const { activeElement, body } = document;
    if (activeElement !== body && activeElement !== buttons.current[index]) return;
    const button = buttons.current[index];
    const usable = button?.getAttribute('aria-disabled') === 'true' ? buttons.current[1 - index] : button;
    usable?.focus();
    usable?.scrollIntoView({ block: 'nearest' });
  }, [place]);
  return (
    <div class="part row places">
      {moves.map(({ by, label }, index) => {
        const isPossible = place + by >= 0 && place + by < count;
        return (
          <button
            key={by}
            ref={(button) => {
              buttons.current[index] = button;
            }}
            type="button"
            class="button quiet"
            aria-disabled={!isPossible}
            onClick={() => {
              if (!isPossible) return;
              pressed.current = index;
              onMove(by);
            }}
          >
            {label()}
          </button>
        );
      })}
      <button type="button" class="button quiet" onClick={onDuplicate}>
        {t('options.duplicate')}
      </button>
      {isFixed ? (
        <FixedNote />
      ) : (
        <RemoveButton
          name={t('options.remove_connection')}
          warning={t('options.remove_connection_warning', { name })}
          confirm={t('options.remove_connection')}
          onForget={onRemove}
        />
      )}
    </div>
  );
}
