import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Icon } from '@/components/Icon.tsx';
import { nameOf } from '@/lib/connections/name.ts';
import type { ConnectionAddress } from '@/lib/storage/settings.ts';
import type { PartChange, Plan } from '@/lib/storage/settingsFile.ts';
import type { Fault } from '@/lib/storage/writtenSettings.ts';
import { t } from '@/lib/text/i18n.ts';
import { Faults } from './Faults.tsx';
import { Section } from './Section.tsx';
import { changeText, fileRefusalText, leftOffText, partText, unchangedText } from './settingsFileTexts.ts';
import { type FileStep, useSettingsFile } from './useSettingsFile.ts';

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

/** What an import would change, shown before anything is stored. */
function PlanView({ name, plan, faults, onImport, onCancel }: PlanViewProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => heading.current?.focus(), []);
  const changes = plan.changes.filter(({ outcome }) => outcome !== 'unchanged');
  const notes = [unchangedText(plan), leftOffText(plan.leftOff)].filter(Boolean);
  return (
    <div class="part stack plan">
      <h3 ref={heading} tabIndex={-1}>
        {t('options.file_plan', { name })}
      </h3>
      {faults.length > 0 && <Faults title={t('options.file_faults')} faults={faults} />}
      {changes.length > 0 ? (
        <ul class="stack">
          {changes.map((change, index) => (
            // Two connections may have one name; the changes of a plan stay in their order.
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
          <button type="button" class="button primary" onClick={onImport}>
            {t(faults.length ? 'options.file_apply_rest' : 'options.file_apply')}
          </button>
        )}
        <button type="button" class="button quiet" onClick={onCancel}>
          {t('options.cancel')}
        </button>
      </div>
    </div>
  );
}

/** Says that the file was imported, and which connections still need a key. */
function Imported({ keyless, onKey }: { keyless: readonly ConnectionAddress[]; onKey: (id: string) => void }) {
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
              <button type="button" class="link" onClick={() => onKey(id)}>
                <bdi>{nameOf({ name, analyticsUrl })}</bdi>
              </button>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

function Outcome({ step, onKey }: { step: FileStep; onKey: (id: string) => void }) {
  if (step.is === 'exported')
    return (
      <>
        <p class="hint">{t('options.file_exported', { name: step.name })}</p>
        {step.faults.length > 0 && <Faults title={t('options.file_faults')} faults={step.faults} />}
      </>
    );
  if (step.is === 'imported') return <Imported keyless={step.keyless} onKey={onKey} />;
  if (step.is !== 'failed' && step.is !== 'refused') return null;
  return (
    <p class="note danger">
      <Icon name="warning" />
      {step.is === 'failed' ? t('options.not_saved', { reason: step.problem }) : fileRefusalText(step)}
    </p>
  );
}

interface SettingsFileProps {
  /** The id of the open connection. */
  opened: string | undefined;
  onOpen: (id: string) => void;
}

/** Exports the settings to a file, and imports them. */
export function SettingsFile({ opened, onOpen }: SettingsFileProps) {
  const { step, onExport, onFile, onImport, onCancel } = useSettingsFile();
  const picker = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const wasPlanned = useRef(false);
  const [keyless, setKeyless] = useState<string>();
  // The form appears a moment after its connection was opened.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once it was opened
  useLayoutEffect(() => {
    if (keyless === undefined) return;
    if (keyless !== opened) return onOpen(keyless);
    document.querySelector<HTMLElement>('main input[type="password"]')?.focus();
    setKeyless(undefined);
  }, [keyless, opened]);
  // The plan's buttons disappear once it was carried out or cancelled.
  useLayoutEffect(() => {
    if (wasPlanned.current && step.is !== 'planned') button.current?.focus();
    wasPlanned.current = step.is === 'planned';
  }, [step]);
  return (
    <Section title={t('options.file')} hint={t('options.file_hint')}>
      <div class="parts settings-file">
        <div class="part stack">
          <div class="row">
            <input
              ref={picker}
              type="file"
              hidden
              accept=".json,application/json"
              onChange={({ currentTarget }) => {
                const [file] = currentTarget.files ?? [];
                if (file) onFile(file);
                currentTarget.value = '';
              }}
            />
            <button type="button" class="button" onClick={onExport}>
              <Icon name="download" />
              {t('options.file_export')}
            </button>
            <button ref={button} type="button" class="button" onClick={() => picker.current?.click()}>
              <Icon name="list" />
              {t('options.file_import')}
            </button>
          </div>
          <div role="status">
            <Outcome step={step} onKey={setKeyless} />
          </div>
        </div>
        {step.is === 'planned' && <PlanView key={step.name} {...step} onImport={onImport} onCancel={onCancel} />}
      </div>
    </Section>
  );
}
