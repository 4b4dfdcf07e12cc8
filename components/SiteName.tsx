import { Fragment } from 'preact';

/** Longer names (characters) are shown in a smaller font. */
const longHost = 36;

/** Returns a host that wraps before its dots rather than within a word. */
const wrapAtDots = (host: string) =>
  host.split('.').map((label, at) => (
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {at > 0 && '.'}
      {label}
    </Fragment>
  ));

/** Renders a host in Unicode. If its ASCII form differs, renders that, too, because it is the registered form. */
export function SiteName({ host, unicode }: { host: string; unicode?: string }) {
  const international = unicode && unicode !== host;
  return (
    <>
      <bdi class={host.length > longHost ? 'host long' : 'host'}>{wrapAtDots(international ? unicode : host)}</bdi>
      {international && <bdi class="punycode hint">{host}</bdi>}
    </>
  );
}
