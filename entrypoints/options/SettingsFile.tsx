import type { Ref } from 'preact';
import { useRef } from 'preact/hooks';
import { Button } from '@/components/Button.tsx';
import { takeFocus } from '@/components/focusText.ts';
import { Icon } from '@/components/Icon.tsx';
import { nameOf } from '@/lib/connections/name.ts';
import type { ConnectionAddress } from '@/lib/storage/settings.ts';
import type { PartChange, Plan } from '@/lib/storage/settingsFile.ts';
import type { Fault } from '@/lib/storage/writtenSettings.ts';
import { t } from '@/lib/text/i18n.ts';
import { Faults } from './Notices.tsx';
import { go, hashOf } from './route.ts';
import { ViewHead } from './Section.tsx';
import { changeText, fileRefusalText, leftOffText, partText, unchangedText } from './settingsFileTexts.ts';
import type { FileStep, SettingsFile } from './useSettingsFile.ts';

function ChangeItem({ change }: { change: PartChange }) {
  return (
    <li>
      <p>
        <b>
          <bdi>{partText(change)}</bdi>
        </b>{' '}
        <span class="tag">{t(change.outcome === 'added' ? 'options.file_added' : 'options.file_changed')}</span>
      </p>
      <dl>
        {change.fields.map(changeText).map(([name, text]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <bdi>{text}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </li>
  );
}

interface PlanViewProps {
  name: string;
  plan: Plan;
  faults: readonly Fault[];
  onImport: () => void;
  onCancel: () => void;
}

function PlanView({ name, plan, faults, onImport, onCancel }: PlanViewProps) {
  const changes = plan.changes.filter(({ outcome }) => outcome !== 'unchanged');
  const notes = [unchangedText(plan), leftOffText(plan.leftOff)].filter(Boolean);
  return (
    <section class="card part stack plan">
      <h2 ref={takeFocus} tabIndex={-1}>
        {t('options.file_plan', { name })}
      </h2>
      {faults.length > 0 && <Faults title={t('options.file_faults')} faults={faults} />}
      {changes.length > 0 ? (
        <ul class="stack">
          {changes.map((change, index) => (
            // The index is the key: two changes may have the same name, but their order in a plan never changes.
            <ChangeItem key={index} change={change} />
          ))}
        </ul>
      ) : (
        <p>{t('options.file_nothing')}</p>
      )}
      {notes.map((note) => (
        <p class="hint" key={note}>
          {note}
        </p>
      ))}
      <div class="row">
        {changes.length > 0 && (
          <Button
            look="primary"
            label={t(faults.length ? 'options.file_apply_rest' : 'options.file_apply')}
            onClick={onImport}
          />
        )}
        <Button look="quiet" label={t('popup.cancel')} onClick={onCancel} />
      </div>
    </section>
  );
}

function Imported({ keyless }: { keyless: readonly ConnectionAddress[] }) {
  return (
    <div class="note good">
      <Icon name="check" />
      <div>
        <p>
          {t('options.file_done')} {keyless.length > 0 && t('options.file_keys')}
        </p>
        <ul class="plain">
          {keyless.map(({ id, name, analyticsUrl }) => (
            <li key={id}>
              <a href={hashOf(id)}>
                <bdi>{nameOf({ name, analyticsUrl })}</bdi>
              </a>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

function Outcome({ step }: { step: FileStep }) {
  if (step.is === 'exported')
    return (
      <>
        <p class="hint">{t('options.file_exported', { name: step.name })}</p>
        {step.faults.length > 0 && <Faults title={t('options.file_faults')} faults={step.faults} />}
      </>
    );
  if (step.is === 'imported') return <Imported keyless={step.keyless} />;
  if (step.is !== 'failed' && step.is !== 'refused') return null;
  return (
    <p class="note danger">
      <Icon name="warning" />
      {step.is === 'failed' ? t('options.not_saved', { reason: step.problem }) : fileRefusalText(step)}
    </p>
  );
}

interface FileButtonProps {
  onFile: (file: File) => void;
  picker?: Ref<HTMLButtonElement>;
}

function FileButton({ onFile, picker }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept=".json,application/json"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file) onFile(file);
          currentTarget.value = '';
        }}
      />
      <Button ref={picker} look="small" label={t('options.file_import')} onClick={() => input.current?.click()} />
    </>
  );
}

export function FileSetting({ step, onExport, onFile }: SettingsFile) {
  const importFile = (file: File) => {
    onFile(file);
    go('#import');
  };
  return (
    <div class="setting">
      <div>
        <span class="name">{t('options.file')}</span>
        <p class="hint">{t('options.file_hint')}</p>
        <div role="status">{(step.is === 'exported' || step.is === 'failed') && <Outcome step={step} />}</div>
      </div>
      <div class="row">
        <Button look="small" icon="download" label={t('options.file_export')} onClick={onExport} />
        <FileButton onFile={importFile} />
      </div>
    </div>
  );
}

export function ImportView({ step, onFile, onImport, onCancel }: SettingsFile) {
  const picker = useRef<HTMLButtonElement>(null);
  /**
   * Returns a function that focuses the file button and then calls `act`. Used for actions that remove the pressed
   * button.
   */
  const close = (act: () => void) => () => {
    picker.current?.focus();
    act();
  };
  return (
    <>
      <ViewHead name={t('options.file')} />
      <p class="muted">{t('options.file_hint')}</p>
      <div class="row">
        <FileButton onFile={onFile} picker={picker} />
      </div>
      <div role="status">
        <Outcome step={step} />
      </div>
      {step.is === 'planned' && (
        <PlanView key={step.name} {...step} onImport={close(onImport)} onCancel={close(onCancel)} />
      )}
    </>
  );
}
