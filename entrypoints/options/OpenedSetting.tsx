import type { ComponentChildren, TargetedEvent } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { Button } from '@/components/Button.tsx';
import { takeFocus } from '@/components/focusText.ts';
import { placeholders, type TemplateName } from '@/lib/connections/urlTemplates.ts';
import { t } from '@/lib/text/i18n.ts';
import { inputLimits } from '@/lib/util/inputLimits.ts';
import { templateWords } from './connection/texts.ts';
import type { SettingRow } from './settingsTable.ts';
import type { Settings } from './useSettings.ts';

export interface RowProps {
  row: SettingRow;
  settings: Settings;
  /** The id of the element with the setting's name. The ids of the setting's other elements begin with it. */
  id: string;
  isFixed: boolean;
}

type Opened = Omit<RowProps, 'isFixed'> & {
  /** Whether the person has pressed the button that opens the box. If not, the box was restored and takes no focus. */
  takesFocus: boolean;
  onLeave: () => void;
};

const linesOf = ({ name, control }: SettingRow): number => (name === 'trackingCode' ? 4 : control === 'lines' ? 3 : 1);

const focusBoxOf = (form: HTMLFormElement | null) =>
  form?.querySelector<HTMLInputElement | HTMLTextAreaElement>('input, textarea')?.focus();

function OpenedBox({ row, settings, id, takesFocus, onLeave }: Opened) {
  const { name, control } = row;
  const lines = linesOf(row);
  const { base = '', text = '' } = settings.typed[name] ?? {};
  const stored = settings.textOf(name);
  const problem = settings.problemOf(name, text);
  const places = control === 'template' ? placeholders[name as TemplateName] : [];
  const close = () => {
    onLeave();
    settings.type(name);
  };
  const save = (event: TargetedEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (problem) return focusBoxOf(event.currentTarget);
    if (text === stored) return close();
    onLeave();
    void settings.save(row, text);
  };
  const reset = ({ currentTarget }: TargetedEvent<HTMLButtonElement>) => {
    settings.type(name, { base, text: settings.defaultOf(name as TemplateName) });
    focusBoxOf(currentTarget.form);
  };
  const shared = {
    ref: takesFocus ? takeFocus : null,
    dir: 'ltr',
    autocomplete: 'off',
    spellcheck: false,
    value: text,
    'aria-labelledby': id,
    'aria-invalid': problem ? ('true' as const) : undefined,
    'aria-describedby': `${id}-hint ${id}-box ${id}-problem ${id}-places`,
    onInput: (event: { currentTarget: { value: string } }) =>
      settings.type(name, { base, text: event.currentTarget.value }),
  } as const;
  return (
    <form class="opened stack" noValidate onSubmit={save}>
      {control === 'password' && <input type="password" maxLength={inputLimits.text} {...shared} />}
      {control !== 'password' && lines === 1 && <input type="text" class="code" {...shared} />}
      {lines > 1 && <textarea rows={lines} class="code" {...shared} />}
      {row.boxHint && (
        <p class="hint" id={`${id}-box`}>
          {row.boxHint()}
        </p>
      )}
      <p class="error" id={`${id}-problem`} aria-live="polite">
        {problem && templateWords(problem)}
        {stored !== base && t('options.setting_changed', { value: stored || t('options.none') })}
      </p>
      {places.length > 0 && (
        <p class="hint" id={`${id}-places`}>
          {t('options.placeholders')}{' '}
          {places.map((place) => (
            <code key={place} dir="ltr">{`{${place}}`}</code>
          ))}
        </p>
      )}
      <div class="row">
        <Button type="submit" label={t('popup.save')} />
        <Button look="quiet" label={t('popup.cancel')} onClick={close} />
        {control === 'template' && <Button look="quiet" label={t('options.reset')} onClick={reset} />}
      </div>
    </form>
  );
}

interface OpenerProps extends RowProps {
  /** The stored value, or a text that says that there is none. */
  value: ComponentChildren;
  /** The text in the box when it opens. */
  first: string;
  label: string;
  beside?: ComponentChildren;
  /** Returns the content to show while the box is closed. `focusButton` focuses the button that opens the box. */
  instead?: (focusButton: () => void) => ComponentChildren;
}

/**
 * Renders a setting's value, and a button that opens a box below it. Save and Cancel move the focus to that button.
 */
function Opener({ value, first, label, beside, instead, ...props }: OpenerProps) {
  const { row, settings, id, isFixed } = props;
  const button = useRef<HTMLButtonElement>(null);
  const [takesFocus, setTakesFocus] = useState(false);
  const isOpen = settings.typed[row.name] !== undefined;
  const focusButton = () => button.current?.focus();
  return (
    <>
      <div class="value">
        {value}
        {!isFixed && (
          <Button
            ref={button}
            look="quiet small"
            id={`${id}-open`}
            aria-labelledby={`${id}-open ${id}`}
            aria-expanded={isOpen}
            label={label}
            onClick={() => {
              setTakesFocus(true);
              if (!isOpen) settings.type(row.name, { base: first, text: first });
            }}
          />
        )}
        {beside}
      </div>
      {isOpen && !isFixed ? (
        <OpenedBox {...props} takesFocus={takesFocus} onLeave={focusButton} />
      ) : (
        instead?.(focusButton)
      )}
    </>
  );
}

/** Renders a setting that is a list or a template. */
export function TextSetting(props: RowProps) {
  const { row, settings } = props;
  const text = settings.textOf(row.name);
  const isList = row.control === 'lines';
  return (
    <Opener
      {...props}
      first={text}
      label={t(isList && !text ? 'options.add' : 'manage.edit')}
      value={text ? <bdi class="code">{isList ? text.replaceAll('\n', ', ') : text}</bdi> : t('options.none')}
    />
  );
}

/**
 * Renders the setting of the default password for new sites. The password cannot be shown, only replaced or removed.
 */
export function PasswordSetting(props: RowProps) {
  const { row, settings, id } = props;
  const { hasPassword } = settings.values;
  const [isAsked, setAsked] = useState(false);
  const remove = useRef<HTMLButtonElement>(null);
  return (
    <Opener
      {...props}
      first=""
      label={t(hasPassword ? 'options.replace' : 'options.add')}
      value={t(hasPassword ? 'options.password_stored' : 'options.none')}
      beside={
        hasPassword && (
          <Button
            ref={remove}
            look="quiet small risky"
            id={`${id}-remove`}
            aria-labelledby={`${id}-remove ${id}`}
            aria-expanded={isAsked}
            label={t('options.forget')}
            onClick={() => setAsked(true)}
          />
        )
      }
      instead={(focusButton) =>
        isAsked &&
        hasPassword && (
          <fieldset class="opened stack" aria-labelledby={`${id}-remove ${id}`}>
            <p>{t('options.default_password_forget_warning')}</p>
            <div class="row">
              <Button
                look="danger"
                label={t('options.default_password_forget')}
                onClick={() => {
                  focusButton();
                  setAsked(false);
                  void settings.removePassword(row);
                }}
              />
              <Button
                look="quiet"
                label={t('popup.cancel')}
                onClick={() => {
                  remove.current?.focus();
                  setAsked(false);
                }}
              />
            </div>
          </fieldset>
        )
      }
    />
  );
}
