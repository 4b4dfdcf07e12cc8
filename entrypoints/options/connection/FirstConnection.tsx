import { useEffect, useState } from 'preact/hooks';
import { Icon } from '@/components/Icon.tsx';
import { t } from '@/lib/text/i18n.ts';
import { problemText } from '@/lib/text/problems.ts';
import { useTitle } from '../Section.tsx';
import { ChangedElsewhere, useFocus } from './Connection.tsx';
import { FormProvider, slot } from './Field.tsx';
import { Headers } from './Folds.tsx';
import { ServicePart } from './ServicePart.tsx';
import { isStale, isTyped, textOf } from './shown.ts';
import { type Opened, useConnection } from './useConnection.ts';
import './connection.css';

function Form({ state, send }: Opened) {
  const [isOpen, setOpen] = useState(textOf(state, 'seo.url') !== '');
  useFocus(state);
  useTitle();
  const submit = (event: Event) => {
    event.preventDefault();
    send({ type: 'saved-pressed' });
  };
  return (
    <FormProvider value={{ state, send }}>
      <form class="card" noValidate onSubmit={submit}>
        <div class="part">
          <img src="/icons/48.png" alt="" width={36} height={36} />
          <h1 tabIndex={-1}>{t('popup.not_set_up')}</h1>
        </div>
        <ServicePart service="analytics" />
        {isOpen && (
          <>
            <ServicePart service="seo" />
            <Headers />
          </>
        )}
        <div class="part">
          <button
            type="submit"
            id={slot('save')}
            class="button primary wide"
            aria-disabled={state.busy !== undefined || isStale(state)}
          >
            {t('options.save')}
          </button>
          <div role="alert">
            {isStale(state) ? (
              <ChangedElsewhere />
            ) : (
              state.failure && <p class="error">{t('options.not_saved', { reason: problemText(state.failure) })}</p>
            )}
          </div>
        </div>
      </form>
      <div class="beneath">
        <p class="hint line-icon">
          <Icon name="lock" />
          {t('options.key_stays')}
        </p>
        <button type="button" class="link" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t('popup.more')}
        </button>
        {isOpen && <a href="#import">{t('options.file_import')}</a>}
        {state.read.all.list.length > 0 && (
          <button type="button" class="link" onClick={() => send({ type: 'cancelled' })}>
            {t('options.cancel')}
          </button>
        )}
      </div>
    </FormProvider>
  );
}

/** The form of the first connection: an address, a key and a button. `onLeft`: whether something of it is not saved yet. */
export function FirstConnection({ onLeft }: { onLeft: (isLeft: boolean) => void }) {
  const opened = useConnection(undefined);
  const isLeft = opened !== undefined && (isTyped(opened.state.typed) || opened.state.busy !== undefined);
  useEffect(() => {
    onLeft(isLeft);
    return () => onLeft(false);
  }, [isLeft, onLeft]);
  return opened ? <Form {...opened} /> : null;
}
