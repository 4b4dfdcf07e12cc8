import { useState } from 'preact/hooks';
import { Button } from '@/components/Button.tsx';
import { Icon } from '@/components/Icon.tsx';
import { t } from '@/lib/text/i18n.ts';
import type { ConnectionLine, Remedy } from './connectionLines.ts';
import { go, hashOf } from './route.ts';

interface ListProps {
  lines: readonly ConnectionLine[];
  /** The id of the connection that is being tested. */
  testing?: string | undefined;
  onAccess: (line: ConnectionLine) => void;
  onRetry: (line: ConnectionLine) => void;
}

/** The button that was pressed last. It stays after the problem is solved, so that it keeps the focus. */
interface Pressed {
  id: string;
  remedy: Remedy;
}

const remedyLabels: Record<Remedy, () => string> = {
  key: () => t('options.type_key'),
  access: () => t('popup.grant_access'),
  retry: () => t('popup.try_again'),
};

interface LineProps extends Omit<ListProps, 'lines'> {
  line: ConnectionLine;
  pressed: Pressed | undefined;
  onPress: (pressed: Pressed) => void;
}

function Line({ line, testing, pressed, onPress, onAccess, onRetry }: LineProps) {
  const { id, name, host, state, isBad } = line;
  const isPressed = pressed?.id === id;
  const remedy = line.remedy ?? (isPressed ? pressed.remedy : undefined);
  const isTesting = testing === id;
  const isDone = line.remedy === undefined || isTesting;
  const press = (wanted: Remedy) => {
    if (isDone) return;
    onPress({ id, remedy: wanted });
    if (wanted === 'access') onAccess(line);
    else onRetry(line);
  };
  return (
    <li>
      <span class={isBad ? 'lamp bad' : state ? 'lamp' : 'lamp unknown'}>
        <Icon name={isBad ? 'warning' : 'check'} />
      </span>
      <div class="which">
        <a href={hashOf(id)}>
          <bdi>{name}</bdi>
        </a>{' '}
        {host && (
          <bdi class="hint" dir="ltr">
            {host}
          </bdi>
        )}
        <p class={isBad ? 'hint bad' : 'hint nums'} role={isPressed ? 'status' : undefined}>
          {isTesting ? t('options.testing') : state}
        </p>
      </div>
      <div class="sits">
        {remedy === 'key' && (
          <a class="button small" href={hashOf(id)}>
            {remedyLabels.key()}
          </a>
        )}
        {remedy && remedy !== 'key' && (
          <Button look="small" aria-disabled={isDone} label={remedyLabels[remedy]()} onClick={() => press(remedy)} />
        )}
        <a class="button quiet small" href={hashOf(id)} aria-label={t('manage.edit_of', { name })}>
          <Icon name="edit" />
          {t('manage.edit')}
        </a>
      </div>
    </li>
  );
}

export function ConnectionList({ lines, ...on }: ListProps) {
  const [pressed, setPressed] = useState<Pressed>();
  return (
    <>
      <ul class="connections">
        {lines.map((line) => (
          <Line key={line.id} line={line} pressed={pressed} onPress={setPressed} {...on} />
        ))}
      </ul>
      <div class="card-foot">
        <Button look="quiet" icon="plus" label={t('options.add_connection')} onClick={() => go('#new')} />
      </div>
    </>
  );
}
