import { t } from '@/lib/text/i18n.ts';
import { ipRemarks, paramRemarks, type Remark } from '@/lib/websites/fieldRemarks.ts';

type RemarkWords = (remark: { line: number; entry: string }) => string;

const remarkTexts: Record<Remark['kind'], RemarkWords> = {
  range: (remark) => t('manage.remark_range', remark),
  wildcard: (remark) => t('manage.remark_wildcard', remark),
  'not-ip': (remark) => t('manage.remark_not_ip', remark),
  value: (remark) => t('manage.remark_value', remark),
  spaces: (remark) => t('manage.remark_spaces', remark),
};

const maxRemarks = 3;

const worded = (remarks: Remark[]): string[] =>
  remarks.slice(0, maxRemarks).map(({ kind, line, entry }) => remarkTexts[kind]({ line, entry }));

/** What to say of the two lists while they are typed. */
export const remarksOf = (params: string | undefined, ips: string | undefined) => ({
  exclude_params: worded(paramRemarks(params ?? '')),
  exclude_ips: worded(ipRemarks(ips ?? '')),
});
