import { Fragment } from 'preact';

/** The popup's heading shows a host with more characters than this in a smaller font. */
const longHost = 36;

const wrapAtDots = (host: string) =>
  host.split('.').map((label, at) => (
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {at > 0 && '.'}
      {label}
    </Fragment>
  ));

/** Renders a host in Unicode. If its ASCII form differs, also renders that form, under which the site is registered. */
export function SiteName({ host, unicode }: { host: string; unicode?: string }) {
  const international = unicode && unicode !== host;
  return (
    <>
      <bdi class={host.length > longHost ? 'host long' : 'host'}>{wrapAtDots(international ? unicode : host)}</bdi>
      {international && <bdi class="punycode hint">{host}</bdi>}
    </>
  );
}
