import { excerpt, type Exchange } from './exchange.ts';
import type { Verdict } from './judge.ts';

/** What one run has found. */
export interface Run {
  readonly url: string;
  readonly verdicts: readonly Verdict[];
  readonly overlooked: readonly string[];
  /** What the rules have written and what stays, with its ids. */
  readonly left: readonly string[];
}

const marks: Readonly<Record<Verdict['outcome'], string>> = {
  kept: '✓',
  broken: '✗',
  skipped: '–',
};
/** The last calls of a rule show what is wrong; the first ones look for something to try it on. */
const MOST_EXCHANGES = 6;

export function toText({ verdicts, overlooked, left }: Run): string {
  const rules = verdicts.map((verdict) => {
    const { title, outcome, reason } = verdict;
    const lines = [`${marks[outcome]} ${title}`, ...(reason === '' ? [] : [reason])];
    if (outcome === 'broken') lines.push(...evidenceOf(verdict).split('\n'));
    return lines.join('\n    ');
  });
  const missing = ['Not looked at:', ...overlooked.map((line) => `– ${line}`)];
  const behind = ['Left behind:', ...left.map((line) => `– ${line}`)];
  return [
    ...rules,
    '',
    ...(overlooked.length > 0 ? missing : []),
    ...(left.length > 0 ? behind : []),
    summaryOf(verdicts),
  ].join('\n');
}

function summaryOf(verdicts: readonly Verdict[]): string {
  const count = (outcome: Verdict['outcome']) =>
    verdicts.filter((verdict) => verdict.outcome === outcome).length;
  return `${count('kept')} kept, ${count('broken')} broken, ${count('skipped')} not looked at`;
}

function evidenceOf(verdict: Verdict): string {
  return `The specification: ${verdict.sentence}\n${callsOf(verdict)}`;
}

/** The calls that show what is broken. */
export function callsOf({ exchanges, reason }: Pick<Verdict, 'exchanges' | 'reason'>): string {
  const shown = exchanges.slice(-MOST_EXCHANGES);
  const earlier = exchanges.length - shown.length;
  return [
    ...(earlier > 0 ? [`${earlier} earlier calls are left out.`] : []),
    ...shown.map((exchange) => callOf(exchange, reason)),
  ].join('\n');
}

function callOf({ method, target, sent, status, received }: Exchange, reason: string): string {
  const body = sent === '' ? '' : `\n${excerpt(sent, reason)}`;
  const answer = status === 0 ? 'no response' : `HTTP ${status}`;
  return `${method} ${target}${body}\n${answer}\n${excerpt(received, reason)}`;
}

/** JUnit's format, which build servers read. */
export function toJunit({ url, verdicts }: Run): string {
  const failures = verdicts.filter(({ outcome }) => outcome === 'broken').length;
  const skipped = verdicts.filter(({ outcome }) => outcome === 'skipped').length;
  const cases = verdicts.map((verdict) => {
    const { title, outcome, reason } = verdict;
    const [section = ''] = title.split(':');
    const head = `<testcase classname="${escape(section)}" name="${escape(title)}"`;
    if (outcome === 'kept') return `${head}/>`;
    const message = `message="${escape(reason)}"`;
    if (outcome === 'skipped') return `${head}><skipped ${message}/></testcase>`;
    return `${head}><failure ${message}>${escape(evidenceOf(verdict))}</failure></testcase>`;
  });
  const counts = `tests="${verdicts.length}" failures="${failures}" skipped="${skipped}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuite name="${escape(url)}" ${counts}>`,
    ...cases,
    '</testsuite>\n',
  ].join('\n');
}

export function toJson({ url, verdicts, overlooked, left }: Run): string {
  const rules = verdicts.map((verdict) => ({
    ...verdict,
    exchanges: verdict.exchanges.slice(-MOST_EXCHANGES).map((exchange) => ({
      ...exchange,
      sent: excerpt(exchange.sent, verdict.reason),
      received: excerpt(exchange.received, verdict.reason),
    })),
  }));
  return `${JSON.stringify({ url, rules, overlooked, left }, null, 2)}\n`;
}

/** One page without scripts and without anything from elsewhere. */
export function toHtml({ url, verdicts, overlooked, left }: Run): string {
  const of = (outcome: Verdict['outcome']) =>
    verdicts.filter((verdict) => verdict.outcome === outcome);
  const broken = of('broken').map(
    (verdict) =>
      `<h3>${escape(verdict.title)}</h3><p>${escape(verdict.reason)}</p><pre>${escape(evidenceOf(verdict))}</pre>`,
  );
  const listed = (lines: readonly string[]) =>
    `<ul>${lines.map((line) => `<li>${escape(line)}</li>`).join('\n')}</ul>`;
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Conformance of ${escape(url)}</title>
<style>
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; border: 1px solid; padding: 0.5rem; }
li { overflow-wrap: anywhere; }
</style>
<h1>Conformance of ${escape(url)}</h1>
<p>${summaryOf(verdicts)}</p>
<h2>Broken</h2>
${broken.join('\n')}
<h2>Not looked at</h2>
${listed(overlooked)}
<h2>Left behind</h2>
${listed(left)}
<h2>Kept</h2>
${listed(of('kept').map(({ title }) => title))}
</html>
`;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** For HTML and XML, which allows no control characters. */
function escape(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
    .replaceAll(/[&<>"]/g, (character) => entities[character] ?? character);
}
