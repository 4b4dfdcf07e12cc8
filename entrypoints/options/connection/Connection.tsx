import { useLayoutEffect } from 'preact/hooks';
import { Checkbox } from '@/components/Checkbox.tsx';
import { Icon } from '@/components/Icon.tsx';
import { TraitsProvider } from '@/components/useTraits.ts';
import { hostOfConnection, nameOf } from '@/lib/connections/name.ts';
import { traitsOf } from '@/lib/services/traits.ts';
import { t } from '@/lib/text/i18n.ts';
import { problemText } from '@/lib/text/problems.ts';
import { Fixed, FixedNote, useFixed } from '../Fixed.tsx';
import { sharedTexts, wildcardExample } from '../rulesText.ts';
import { ViewHead } from '../Section.tsx';
import { isForgetting } from './check.ts';
import { Field, type FormProps, slot } from './Field.tsx';
import { Headers, OwnDefaults, OwnTemplates } from './Folds.tsx';
import { ServicePart } from './ServicePart.tsx';
import { Confirm } from './Stored.tsx';
import { isGone, isStale, isTyped, kindOf, textOf } from './shown.ts';
import { useConnection } from './useConnection.ts';
import { useTrySite } from './useTrySite.ts';
import './connection.css';

/** Gives the focus to the slot that the state names, each time that it names one. */
export function useFocus({ focus }: FormProps['state']): void {
  useLayoutEffect(() => {
    if (focus) document.getElementById(slot(focus.on))?.focus();
  }, [focus]);
}

export const KeepKeys = ({ state, send }: FormProps) => (
  <Checkbox
    label={t('options.keep')}
    hint={t('options.keep_hint')}
    checked={isForgetting(state)}
    onChange={(forgetKeys) => send({ type: 'chosen', part: { forgetKeys } })}
  />
);

/** The rules for its sites, and which connection a site belongs to by these and what is known of it. */
function Rules({ state, send }: FormProps) {
  const { all, connection } = state.read;
  const said = useTrySite(all, textOf(state, 'try'));
  return (
    <section class="card">
      <div class="part stack">
        <Fixed name="rules">
          <Field
            state={state}
            send={send}
            name="rules"
            label={t('options.rules')}
            look="lines"
            note={[
              t('options.rules_hint', { below: wildcardExample }),
              ...sharedTexts(state.id, connection?.rules ?? [], all),
            ].join(' ')}
          />
        </Fixed>
        <Field state={state} send={send} name="try" label={t('options.try')} look="address" note={said} />
      </div>
    </section>
  );
}

/** That another window has changed or removed what is typed in, and the ways on. */
export const ChangedElsewhere = ({ state, send }: FormProps) => (
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

function SaveBar({ state, send }: FormProps) {
  const { failure, givenUp, read } = state;
  const isBlocked = state.busy !== undefined || isStale(state);
  return (
    <div class="save-bar">
      <div>
        <button type="submit" id={slot('save')} class="button primary" aria-disabled={isBlocked}>
          {t('options.save')}
        </button>
        {(isTyped(state.typed) || !read.connection) && (
          <button type="button" class="button" onClick={() => send({ type: 'cancelled' })}>
            {t('options.cancel')}
          </button>
        )}
        <div role="alert" class="said">
          {isStale(state) ? (
            <ChangedElsewhere state={state} send={send} />
          ) : (
            <>
              {failure && <p class="bad">{t('options.not_saved', { reason: problemText(failure) })}</p>}
              {givenUp !== undefined && <p>{t('options.may_be_saved')}</p>}
            </>
          )}
        </div>
      </div>
    </div>
  );
}

function Remove({ state, send }: FormProps) {
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
        {isFixed ? (
          <FixedNote />
        ) : (
          <Confirm state={state} send={send} what="connection" label={t('options.remove_named', { name })} />
        )}
      </div>
    </section>
  );
}

function Form({ state, send }: FormProps) {
  const { connection } = state.read;
  useFocus(state);
  const submit = (event: Event) => {
    event.preventDefault();
    send({ type: 'saved-pressed' });
  };
  if (isGone(state) && !isTyped(state.typed)) return <p class="note danger">{t('options.connection_gone')}</p>;
  const form = { state, send };
  return (
    <TraitsProvider value={traitsOf(kindOf(state))}>
      <form class="connection-form" noValidate onSubmit={submit}>
        <section class="card">
          <div class="part stack">
            <Fixed name="name">
              <Field
                {...form}
                name="name"
                label={t('options.connection_name')}
                placeholder={connection && hostOfConnection(connection)}
                maxLength={100}
              />
            </Fixed>
          </div>
          <ServicePart {...form} service="analytics">
            <KeepKeys {...form} />
          </ServicePart>
          <ServicePart {...form} service="seo" />
          <Headers {...form} />
        </section>
        <Rules {...form} />
        <section class="card">
          <OwnDefaults {...form} />
          <OwnTemplates {...form} />
        </section>
        <Remove {...form} />
        <SaveBar {...form} />
      </form>
    </TraitsProvider>
  );
}

/** The view of one connection; without `id`, of a new one. */
export function Connection({ id }: { id: string | undefined }) {
  const opened = useConnection(id);
  const connection = opened?.state.read.connection;
  return (
    <>
      <ViewHead name={connection ? nameOf(connection) : t('options.new_connection')} />
      {opened && <Form {...opened} />}
    </>
  );
}
