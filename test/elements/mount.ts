import { ContextProvider } from '@lit/context';
import { fixture, html, nextFrame } from '@open-wc/testing';
import type { Site } from '#contract/site.schema';
import { HEADING_LEVEL, widgetContext } from '../../src/elements/context.ts';
import { define, tags } from '../../src/index.ts';
import { english, type Words } from '../../src/messages/words.ts';
import { loadAfterChoice } from '../../src/shell/lazy-visit.ts';
import { aSite, NOW } from '../support/builders.ts';

define(tags);
// So that a widget has its later steps from the start, as after its first seconds on a page.
await loadAfterChoice();

/** The contexts that the widget provides: messages, time and site. */
export interface Context {
  words: Words;
  /** A function for a clock that moves on. */
  now: number | (() => number);
  /** Undefined while it loads. */
  site: Site | undefined;
}

/** Mounts an element without any context, and waits until it is rendered. */
export async function mountAlone<Tag extends keyof typeof tags>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]>,
): Promise<HTMLElementTagNameMap[Tag]> {
  const element = Object.assign(document.createElement(tag), properties);
  await fixture(html`${element}`);
  await nextFrame();
  return element;
}

/** Mounts an element in a context, and waits until it and its children are rendered. */
export async function mount<Tag extends keyof typeof tags>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]>,
  context: Partial<Context> = {},
): Promise<HTMLElementTagNameMap[Tag]> {
  const { element } = await mountIn(context, tag, properties);
  return element;
}

/** Like `mount`, for a site that arrives or changes later. */
export async function mountIn<Tag extends keyof typeof tags>(
  context: Partial<Context>,
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]>,
) {
  const { words, now, site }: Context = { words: english, now: NOW, site: aSite(), ...context };
  const element = Object.assign(document.createElement(tag), properties);
  const around = document.createElement('div');
  around.append(element);
  const clock = typeof now === 'number' ? () => now : now;
  const shared = { words, clock, headingLevel: HEADING_LEVEL, isSlow: false };
  const provider = new ContextProvider(around, {
    context: widgetContext,
    initialValue: { ...shared, site },
  });
  await fixture(html`${around}`);
  await nextFrame();
  return { element, provideSite: (value: Site) => provider.setValue({ ...shared, site: value }) };
}
