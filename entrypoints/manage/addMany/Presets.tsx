import { useId, useState } from 'preact/hooks';
import { Icon } from '@/components/Icon.tsx';
import { t } from '@/lib/text/i18n.ts';

interface Props {
  names: readonly string[];
  /** Where the fields come from: a preset's name, '' for the defaults, undefined once they were changed. */
  chosen: string | undefined;
  onChoose: (name: string) => void;
  onSave: (name: string) => void;
  onDelete: (name: string) => void;
}

const changedOption = '\u0000';

/** Chooses, saves and deletes presets. */
export function Presets({ names, chosen, onChoose, onSave, onDelete }: Props) {
  const id = useId();
  const [name, setName] = useState<string>();
  const save = (event: Event) => {
    event.preventDefault();
    if (!name?.trim()) return;
    onSave(name.trim());
    setName(undefined);
  };
  return (
    <div class="presets">
      <div class="field">
        <label for={id}>{t('addmany.preset')}</label>
        <div class="row">
          <select
            id={id}
            value={chosen ?? changedOption}
            onChange={({ currentTarget }) => onChoose(currentTarget.value)}
          >
            {chosen === undefined && (
              <option value={changedOption} disabled>
                {t('addmany.preset_changed')}
              </option>
            )}
            <option value="">{t('addmany.preset_defaults')}</option>
            {names.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </select>
          {chosen && (
            <button
              type="button"
              class="icon-button"
              aria-label={t('addmany.preset_delete', { name: chosen })}
              title={t('addmany.preset_delete', { name: chosen })}
              onClick={() => onDelete(chosen)}
            >
              <Icon name="trash" />
            </button>
          )}
        </div>
      </div>
      {name === undefined ? (
        <button type="button" class="button quiet" onClick={() => setName(chosen ?? '')}>
          <Icon name="plus" />
          {t('addmany.preset_save')}
        </button>
      ) : (
        <form class="field" onSubmit={save}>
          <label for={`${id}-name`}>{t('addmany.preset_name')}</label>
          <input
            id={`${id}-name`}
            value={name}
            maxLength={60}
            ref={(input) => {
              if (input && !input.value) input.focus();
            }}
            onInput={({ currentTarget }) => setName(currentTarget.value)}
          />
          <div class="row">
            <button type="submit" class="button" disabled={!name.trim()}>
              {t('addmany.preset_save_confirm')}
            </button>
            <button type="button" class="button quiet" onClick={() => setName(undefined)}>
              {t('addmany.preset_cancel')}
            </button>
          </div>
        </form>
      )}
    </div>
  );
}
