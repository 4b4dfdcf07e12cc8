const maxParams = { params: 12, length: 60 };

/** Names of the URL parameters of the open page, to be offered for exclusion. Values are never read. */
export function paramsOf(url: string): string[] {
  if (!URL.canParse(url)) return [];
  const names = [...new Set(new URL(url).searchParams.keys())];
  return names.filter((name) => name && name.length <= maxParams.length).slice(0, maxParams.params);
}
