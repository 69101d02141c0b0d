import { fixture, html, nextFrame } from '@open-wc/testing';
import { define, tags } from '../../src/index.ts';

define(tags);

/** Puts an element into the page and waits until it and what is in it are drawn. */
export async function mount<Tag extends keyof typeof tags>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]>,
): Promise<HTMLElementTagNameMap[Tag]> {
  const element = document.createElement(tag);
  Object.assign(element, properties);
  await fixture(html`${element}`);
  await nextFrame();
  return element;
}
