import type { HitsOfAll } from './hits.ts';

/** A record as Matomo 5.3 reports it, with its addresses. */
export interface MatomoRow {
  idsite: number;
  name: string;
  urls: string[];
  ts_created: string;
  excluded_ips: string;
  excluded_parameters: string;
  excluded_user_agents: string;
  excluded_referrers: string;
  sitesearch_keyword_parameters: string;
  sitesearch_category_parameters: string;
  /** What the key's user may do with this website; by default, what `Sites.rights` allows. */
  access?: 'none' | 'view';
}

export interface Sites {
  rows: MatomoRow[];
  made: number;
  rights: 'super' | 'admin' | 'write' | 'view';
  version: string;
  isAlone: boolean;
  key: string;
  hits: HitsOfAll;
}

export type Form = URLSearchParams;
export type Method = (form: Form, sites: Sites) => unknown;

/** An error that is answered with status 200. */
export class Refused extends Error {}
/** An error that is answered with status 401, except within several calls at once. */
export class NotAllowed extends Error {
  constructor(access: string) {
    super(`You can't access this resource as it requires ${access}.`);
  }
}

/** Returns the main address first, then the others, sorted. Without addresses, the main one is an empty text. */
export const addresses = ([main = '', ...others]: string[]) => [main, ...others.toSorted()];

const mayView = ({ access }: MatomoRow) => access !== 'none';
export const mayManage = ({ rights }: Sites, { access }: MatomoRow) =>
  rights === 'super' || (rights === 'admin' && access === undefined);
export const viewable = (sites: Sites) => sites.rows.filter(mayView);
export const manageable = (sites: Sites) => sites.rows.filter((row) => mayManage(sites, row));

export const found = (form: Form, { rows }: Sites): MatomoRow | undefined =>
  rows.find(({ idsite }) => String(idsite) === form.get('idSite'));
/** Returns the website of a form; undefined if a super user asks for one that does not exist. */
export const seen = (form: Form, sites: Sites): MatomoRow | undefined => {
  const row = found(form, sites);
  if (row ? mayView(row) : sites.rights === 'super') return row;
  throw new NotAllowed(`'view' access for the website id = ${form.get('idSite')}`);
};
export const superuser = ({ rights }: Sites) => {
  if (rights !== 'super') throw new NotAllowed("a 'superuser' access");
};

/** Returns Matomo's message about a website that does not exist. */
export const isNone = (form: Form) =>
  `An unexpected website was found in the request: website id was set to '${form.get('idSite')}' .`;
