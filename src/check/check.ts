import type { CheckScript } from '../embed/load-check.ts';
import { ownDocument } from '../page/unshadowed.ts';
import { told } from './finding.ts';
import { findings, inOrder } from './findings.ts';
import { openReport } from './report.ts';

/**
 * `?booking-check` tells whoever builds a page what keeps the widget from working there. A separate
 * script, so that customers do not load it.
 */
async function check({ hearAdvice }: Partial<CheckScript>): Promise<void> {
  let all = await findings(ownDocument);
  const report = openReport(ownDocument);
  hearAdvice?.((text) => {
    const isKnown = all.some((finding) => finding.text === text);
    // Of a proxy that cannot be reached, the check itself says more.
    if (isKnown || text.includes('?booking-check')) return;
    all = inOrder([...all, told(text)]);
    report.show(all);
  });
  report.show(all);
  report.print(all);
}

// Read while the script runs: afterwards it is null.
void check((ownDocument.currentScript ?? {}) as Partial<CheckScript>);
