import { lengths } from '#contract/limits';

/**
 * The UTM values of a page's address as a query. A value that would exceed the limit is left out.
 */
export function saleParamsOf(search: string): string {
  let params = '';
  for (const [name, value] of new URLSearchParams(search)) {
    if (!name.startsWith('utm_') || !value) continue;
    const more = [params, new URLSearchParams([[name, value]])].filter(String).join('&');
    if (more.length <= lengths.sale_params) params = more;
  }
  return params;
}
