import { Fragment } from 'preact';

/** Longer names (characters) are shown in a smaller font. */
const longHost = 36;

/** A host that wraps before its dots rather than within a word. */
const wrapAtDots = (host: string) =>
  host.split('.').map((label, at) => (
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {at > 0 && '.'}
      {label}
    </Fragment>
  ));

/** A host in Unicode. If its ASCII form differs, the ASCII form is shown, too, because that form is registered. */
export function SiteName({ host, unicode }: { host: string; unicode?: string }) {
  const international = unicode && unicode !== host;
  return (
    <>
      <bdi class={host.length > longHost ? 'host long' : 'host'}>{wrapAtDots(international ? unicode : host)}</bdi>
      {international && <bdi class="punycode hint">{host}</bdi>}
    </>
  );
}
