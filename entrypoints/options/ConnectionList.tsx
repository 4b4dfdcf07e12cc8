import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { Icon } from '@/components/Icon.tsx';
import { useLostFocus } from '@/components/useLostFocus.ts';
import { t } from '@/lib/text/i18n.ts';
import { type ConnectionLine, lineId } from './connectionLines.ts';

/** The quiet button at the end of the connections. */
export function AddConnection({ onAdd, takesFocus = false }: { onAdd: () => void; takesFocus?: boolean }) {
  const button = useLostFocus<HTMLButtonElement>(takesFocus);
  return (
    <div class="part add">
      <button ref={button} type="button" class="button quiet start" onClick={onAdd}>
        <Icon name="plus" />
        {t('options.add_connection')}
      </button>
    </div>
  );
}

interface ConnectionListProps {
  lines: readonly ConnectionLine[];
  /** The id of the open connection. */
  open: string | undefined;
  onToggle: (id: string) => void;
  onAdd: () => void;
  /** The view of the open connection. */
  children: ComponentChildren;
}

/** One line for each connection, one of which is open. */
export function ConnectionList({ lines, open, onToggle, onAdd, children }: ConnectionListProps) {
  const uid = useId();
  const first = useRef(open);
  const isChanged = useRef(false);
  // As the page opens nothing was lost yet, and its end would be scrolled to.
  isChanged.current ||= open !== first.current;
  const line = useRef<HTMLButtonElement>(null);
  // The one above that closes takes its height away.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once another is opened
  useLayoutEffect(() => {
    if (isChanged.current) line.current?.scrollIntoView({ block: 'nearest' });
  }, [open]);
  return (
    <>
      {lines.map(({ id, name, host, state, isMissing }) => {
        const isOpen = id === open;
        return (
          <section key={id} id={lineId(id)} class="connection" aria-labelledby={`${uid}-${id}`}>
            <h3>
              <button
                type="button"
                ref={isOpen ? line : undefined}
                class="line"
                aria-expanded={isOpen}
                aria-controls={isOpen ? `${uid}-${id}-panel` : undefined}
                onClick={() => onToggle(id)}
              >
                <Icon name="chevron" />
                <span class="who">
                  <bdi id={`${uid}-${id}`}>{name}</bdi> {host && <bdi class="where">{host}</bdi>}
                </span>{' '}
                <span class={isMissing ? 'state urgent' : 'state'}>{state}</span>
              </button>
            </h3>
            {isOpen && <div id={`${uid}-${id}-panel`}>{children}</div>}
          </section>
        );
      })}
      <AddConnection key={open ?? ''} onAdd={onAdd} takesFocus={isChanged.current} />
    </>
  );
}
