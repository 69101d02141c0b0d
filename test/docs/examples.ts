import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { type Manifest, publicManifest } from '../../.config/npm/manifest.ts';
import type { Page } from './page.ts';

/** What the examples take from the page or program around them. */
const around = `
import type { OrderCheck } from './proxy/order-check.ts';
import type { PaymentProvider, ProviderPayment } from './proxy/payments/provider.ts';
import type { BookingEvent, BookingWidget } from './src/index.ts';

declare global {
  const dataLayer: unknown[];
  const member: object | undefined;
  const thank: (event: BookingEvent) => void;
  const widget: BookingWidget;
  const cardFields: {
    mount(slot: HTMLElement): void;
    confirm(clientSecret: string): Promise<{ error?: { message: string } }>;
  };
  const bank: (path: string, body?: object, key?: string) => Promise<ProviderPayment>;
  const blocked: ReadonlySet<string | undefined>;
  const payments: PaymentProvider;
  const checkOrder: OrderCheck;
}
`;

/** The types of what an example declares: it is written in JavaScript. */
const typed: Readonly<Record<string, string>> = {
  OrderCheck: "import('./proxy/order-check.ts').OrderCheck",
  PaymentProvider: "import('./proxy/payments/provider.ts').PaymentProvider",
};

interface Example {
  readonly name: string;
  readonly language: string;
  readonly code: string;
}

function examplesIn({ text }: Page): Example[] {
  const blocks = /<!-- example of (\w+): written by npm run docs -->\s+```(\w+)\n([^]*?)```/g;
  return [...text.matchAll(blocks)].map(([, name = '', language = '', code = '']) => ({
    name,
    language,
    code,
  }));
}

/** What is wrong with the generated examples: their types, or the attributes of their tags. */
export function wrongExamples(pages: readonly Page[]): string[] {
  const examples = pages.flatMap(examplesIn);
  const inHtml = examples.filter(({ language }) => language === 'html');
  const inCode = examples.filter(({ language }) => language !== 'html');
  return [...inHtml.flatMap(wrongAttributes), ...wrongTypes(inCode)];
}

function wrongAttributes({ name, code }: Example): string[] {
  const manifest = JSON.parse(readFileSync('dist/custom-elements.json', 'utf8')) as Manifest;
  const elements = publicManifest(manifest).modules.flatMap((module) => module.declarations);
  return [...code.matchAll(/<(booking-[\w-]+)([^>]*)>/g)].flatMap(([, tag, written = '']) => {
    const known = elements.find(({ tagName }) => tagName === tag)?.attributes ?? [];
    const names = written
      .replace(/="[^"]*"/g, '')
      .split(/\s+/)
      .filter(Boolean);
    return names
      .filter((attribute) => known.every((one) => one.name !== attribute))
      .map((attribute) => `the example of ${name}: <${tag}> has no ${attribute}`);
  });
}

/** As a module at the top of the repository, with what it imports from the built files as source. */
function sourceOf({ name, code }: Example): string {
  const type = typed[name];
  return (
    type ? code.replace(/^const \w+ =/, `export const own: ${type} =`) : `${code}\nexport {};`
  )
    .replaceAll(/'\.\/dist\/node\/(.+)\.js'/g, "'./$1.ts'")
    .replaceAll("'booking-widget/react'", "'./src/frameworks/react.ts'")
    .replaceAll("'booking-widget'", "'./src/index.ts'");
}

function wrongTypes(examples: readonly Example[]): string[] {
  const { config } = ts.readConfigFile('test/tsconfig.json', ts.sys.readFile) as { config: object };
  const options: ts.CompilerOptions = {
    ...ts.parseJsonConfigFileContent(config, ts.sys, 'test').options,
    jsx: ts.JsxEmit.ReactJSX,
    // An example shows how something is declared, and does nothing with it.
    noUnusedLocals: false,
    noUnusedParameters: false,
  };
  const files = new Map(
    examples.map((example) => [`example-of-${example.name}.tsx`, sourceOf(example)]),
  );
  files.set('around-examples.d.ts', around);
  const host = ts.createCompilerHost(options);
  const { fileExists, getSourceFile } = host;
  host.fileExists = (path) => files.has(path) || fileExists(path);
  host.getSourceFile = (path, language) => {
    const text = files.get(path);
    if (text === undefined) return getSourceFile(path, language);
    return ts.createSourceFile(path, text, language);
  };
  const program = ts.createProgram([...files.keys()], options, host);
  return [...files.keys()].flatMap((path) => {
    const source = program.getSourceFile(path);
    const faults = [
      ...program.getSyntacticDiagnostics(source),
      ...program.getSemanticDiagnostics(source),
    ];
    return faults.map(
      ({ messageText }) => `${path}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
    );
  });
}
