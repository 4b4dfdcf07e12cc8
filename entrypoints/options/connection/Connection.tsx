import { Button } from '@/components/Button.tsx';
import { Checkbox } from '@/components/Checkbox.tsx';
import { Icon } from '@/components/Icon.tsx';
import { TraitsProvider } from '@/components/useTraits.ts';
import { hostOfConnection, nameOf } from '@/lib/connections/name.ts';
import { traitsOf } from '@/lib/services/traits.ts';
import type { ConnectionAddress } from '@/lib/storage/settings.ts';
import { t } from '@/lib/text/i18n.ts';
import { problemText } from '@/lib/text/problems.ts';
import { Fixed, FixedNote, useFixed } from '../Fixed.tsx';
import { sharedTexts, wildcardExample } from '../rulesText.ts';
import { ViewHead } from '../Section.tsx';
import { isForgetting } from './check.ts';
import { Field, Form, slot, useForm } from './Field.tsx';
import { Headers, OwnDefaults, OwnTemplates } from './Folds.tsx';
import { ServicePart } from './ServicePart.tsx';
import { Confirm } from './Stored.tsx';
import { isGone, isStale, isTyped, kindOf, textOf } from './shown.ts';
import type { Opened, State } from './state.ts';
import { useConnection } from './useConnection.ts';
import { useTrySite } from './useTrySite.ts';
import './connection.css';

function KeepKeys() {
  const { state, send } = useForm();
  return (
    <Checkbox
      label={t('options.keep')}
      hint={t('options.keep_hint')}
      checked={isForgetting(state)}
      onChange={(forgetKeys) => send({ type: 'chosen', part: { forgetKeys } })}
    />
  );
}

/** Renders the connection's rules, and a box that tells to which connection a typed site belongs. */
function Rules() {
  const { state } = useForm();
  const { all, connection, preferences } = state.read;
  const said = useTrySite(all, textOf(state, 'try'), preferences.hostChoice);
  return (
    <section class="card">
      <div class="part stack">
        <Fixed name="rules">
          <Field
            name="rules"
            label={t('options.rules')}
            look="lines"
            note={[
              t('options.rules_hint', { below: wildcardExample }),
              ...sharedTexts(state.id, connection?.rules ?? [], all),
            ].join(' ')}
          />
        </Fixed>
        <Field name="try" label={t('options.try')} look="address" note={said} />
      </div>
    </section>
  );
}

function ChangedElsewhere() {
  const { state, send } = useForm();
  return (
    <p class="warned">
      <Icon name="warning" /> {isGone(state) ? t('options.connection_gone') : t('options.changed_elsewhere')}{' '}
      <button type="button" class="link" onClick={() => send({ type: 'reloaded' })}>
        {t('options.reload')}
      </button>{' '}
      <button type="button" class="link" onClick={() => send({ type: 'saved-pressed', overwrite: true })}>
        {t('options.overwrite')}
      </button>
    </p>
  );
}

export function SaveButton({ look = 'button primary' }: { look?: string }) {
  const { state } = useForm();
  return (
    <button type="submit" id={slot('save')} class={look} aria-disabled={state.busy !== undefined || isStale(state)}>
      {t('options.save')}
    </button>
  );
}

function failureText({ problem, isSave }: NonNullable<State['failure']>): string {
  const reason = problemText(problem);
  return isSave ? t('options.not_saved', { reason }) : reason;
}

/**
 * Says why the last command was not carried out, or that a cancelled save may still be carried out. If another window
 * has changed the connection, offers to reload the form or to save anyway.
 */
export function SaveOutcome() {
  const { state } = useForm();
  const { failure, givenUp } = state;
  return (
    <div role="alert" class="said">
      {isStale(state) ? (
        <ChangedElsewhere />
      ) : (
        <>
          {failure && <p class="bad">{failureText(failure)}</p>}
          {givenUp !== undefined && <p>{t('options.may_be_saved')}</p>}
        </>
      )}
    </div>
  );
}

function SaveBar() {
  const { state, send } = useForm();
  return (
    <div class="save-bar">
      <div class="row">
        <SaveButton />
        {(isTyped(state.typed) || !state.read.connection) && (
          <Button label={t('popup.cancel')} onClick={() => send({ type: 'cancelled' })} />
        )}
        <SaveOutcome />
      </div>
    </div>
  );
}

function Remove() {
  const { state } = useForm();
  const isFixed = useFixed('connection');
  const { connection } = state.read;
  if (!connection) return null;
  const name = nameOf(connection);
  return (
    <section class="card">
      <div class="part removal">
        <div>
          <h2>{t('options.remove_connection')}</h2>
          <p class="hint">{t('options.remove_connection_warning', { name })}</p>
        </div>
        {isFixed ? <FixedNote /> : <Confirm what="connection" label={t('options.remove_named', { name })} />}
      </div>
    </section>
  );
}

function ConnectionForm({ state, send }: Opened) {
  const { connection } = state.read;
  if (isGone(state) && !isTyped(state.typed)) return <p class="note danger">{t('options.connection_gone')}</p>;
  return (
    <TraitsProvider value={traitsOf(kindOf(state))}>
      <Form state={state} send={send} look="connection-form">
        <section class="card">
          <div class="part stack">
            <Fixed name="name">
              <Field
                name="name"
                label={t('options.connection_name')}
                placeholder={connection && hostOfConnection(connection)}
                maxLength={100}
              />
            </Fixed>
          </div>
          <ServicePart service="analytics">
            <KeepKeys />
          </ServicePart>
          <ServicePart service="seo" />
          <Headers />
        </section>
        <Rules />
        <section class="card">
          <OwnDefaults />
          <OwnTemplates />
        </section>
        <Remove />
        <SaveBar />
      </Form>
    </TraitsProvider>
  );
}

interface ConnectionProps {
  id: string | undefined;
  /** The connection as the list shows it. Used until this view has read the connection's data. */
  stored: ConnectionAddress | undefined;
}

/** Renders the view of a connection or, without `id`, of a new connection. */
export function Connection({ id, stored }: ConnectionProps) {
  const opened = useConnection(id);
  // Uses `stored` until the data has been read, because screen readers announce the name as soon as the view is
  // opened.
  const connection = opened ? opened.state.read.connection : stored;
  return (
    <>
      <ViewHead name={connection ? nameOf(connection) : t('options.new_connection')} />
      {opened && <ConnectionForm {...opened} />}
    </>
  );
}
