import { readFileSync } from 'node:fs';
import { problemCodes } from '#contract/problem.schema';
import { toProblem } from '../proxy/http/problems.ts';
import { problemAdvice } from '../proxy/operations/problem-advice.ts';
import { bytesOf } from './support/bytes.ts';

/** Run by `npm run check`: prints the script's size, and finds libraries that must not be in it. */
const path = 'dist/booking-widget.js';
const faults: string[] = [];

/** Each is recognised by words that no minifier renames. */
const strangers = {
  'a schema library': /ZodError|\$ZodType|_zod\b/,
  'the format of date-fns': /Use `?yyyy`? instead of|do MMMM y/,
  'a sanitizer': /DOMPurify|ALLOWED_TAGS|trustedTypes\.createPolicy\(["']dompurify/,
  'an HTML parser': /htmlparser2|DomHandler/,
};
const script = readFileSync(path, 'utf8');
for (const code of problemCodes) {
  const texts = { operator: problemAdvice[code], reseller: toProblem(code, []).title };
  for (const [reader, text] of Object.entries(texts)) {
    if (script.includes(text)) faults.push(`${path} carries what the ${reader} reads of ${code}.`);
  }
}
for (const [what, trace] of Object.entries(strangers)) {
  if (trace.test(script)) faults.push(`${path} carries ${what}.`);
}
if (/\beval\(|new Function\(/.test(script)) faults.push(`${path} makes code at run time.`);

for (const fault of faults) console.error(fault);
console.log(`${path}: ${bytesOf(path).brotli} bytes with brotli.`);
process.exitCode = faults.length > 0 ? 1 : 0;
