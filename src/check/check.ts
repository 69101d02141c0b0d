import { ownDocument } from '../page/unshadowed.ts';
import { findings } from './findings.ts';
import { showReport } from './report.ts';

/**
 * `?booking-check` on a page: what stands in the widget's way there, for whoever builds the page. A
 * script of its own, so that no customer loads it.
 */
void findings(ownDocument).then((found) => showReport(ownDocument, found));
