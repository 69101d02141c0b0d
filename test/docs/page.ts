import { readFileSync } from 'node:fs';

/** A page of the repository, read as its readers see it. */
export interface Page {
  readonly path: string;
  readonly text: string;
  /** What stands in backticks, and the lines of blocks of code. */
  readonly code: readonly string[];
  readonly headings: readonly string[];
  /** What stands under a heading, up to the next one of its level or above. */
  under(heading: string): string | undefined;
}

const BLOCK = /^```[^]*?^```/gm;

export function readPage(path: string): Page {
  const text = readFileSync(path, 'utf8');
  const blocks = [...text.matchAll(BLOCK)].flatMap(([block]) => block.split('\n').slice(1, -1));
  const spans = [...text.replace(BLOCK, '').matchAll(/`([^`]+)`/g)].map(([, span = '']) =>
    span.replace(/\s+/g, ' '),
  );
  const headings = [...text.replace(BLOCK, '').matchAll(/^#+ .+$/gm)].map(([line]) => line);
  return {
    path,
    text,
    code: [...spans, ...blocks],
    headings: headings.map((line) => line.replace(/^#+ /, '')),
    under(heading) {
      const line = headings.find((each) => each.replace(/^#+ /, '') === heading);
      if (line === undefined) return undefined;
      const level = line.indexOf(' ');
      const rest = text.slice(text.indexOf(`${line}\n`) + line.length);
      const next = headings
        .slice(headings.indexOf(line) + 1)
        .find((each) => each.indexOf(' ') <= level);
      return next === undefined ? rest : rest.slice(0, rest.indexOf(`\n${next}\n`));
    },
  };
}

/** The anchors that Git hosts generate from a page's headings. */
export function anchorsOf({ headings }: Page): string[] {
  return headings.map((heading) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-'),
  );
}
