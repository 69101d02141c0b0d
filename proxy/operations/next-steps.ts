import { paths } from '#contract/paths';
import type { Config } from '../config.ts';

export const MEND = 'Next: mend what says fail, and run the doctor again.';

type Addresses = Pick<Config, 'PUBLIC_URL' | 'sites'>;

/** What an operator does once the proxy runs. */
export function stepsAfterStart(addresses: Addresses): string[] {
  return [
    'Next: npm run doctor, with the same variables, says what is wrong, if anything is.',
    tagLine(addresses),
  ];
}

/** What an operator does after the doctor, by the worst that it has said. */
export function stepsAfterDoctor(worst: 'ok' | 'warn' | 'fail', addresses: Addresses): string[] {
  if (worst === 'fail') return [MEND];
  const warnings = worst === 'warn' ? 'mend what says warn, or accept it; then ' : '';
  return [
    `Next: ${warnings}start the proxy (npm run proxy), if it does not run.`,
    tagLine(addresses),
  ];
}

function tagLine({ PUBLIC_URL, sites }: Addresses): string {
  const [site] = sites;
  const attribute = sites.length > 1 ? ` site="${site?.key}"` : '';
  const [origin] = site?.origins ?? [];
  return (
    `Then put this into a page of ${origin}: <script async src="${PUBLIC_URL}${paths.script}">` +
    `</script><booking-widget${attribute}></booking-widget>, and open it with ?booking-check`
  );
}
