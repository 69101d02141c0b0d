import { ownDocument } from '../page/unshadowed.ts';
import { findings } from './findings.ts';
import { showReport } from './report.ts';

/**
 * `?booking-check` tells whoever builds a page what keeps the widget from working there. A separate
 * script, so that customers do not load it.
 */
void findings(ownDocument).then((found) => showReport(ownDocument, found));
