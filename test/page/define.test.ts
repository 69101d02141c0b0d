import { expect } from '@open-wc/testing';
import { define } from '../../src/page/define.ts';

const anElement = () => class extends HTMLElement {};

describe('define', () => {
  const { warn } = console;
  let warnings: string[] = [];
  beforeEach(() => {
    warnings = [];
    console.warn = (text: string) => warnings.push(text);
  });
  afterEach(() => {
    console.warn = warn;
  });

  it('registers every tag of the table and says nothing', () => {
    const [one, two] = [anElement(), anElement()];

    define({ 'define-one': one, 'define-two': two });

    expect(customElements.get('define-one')).to.equal(one);
    expect(customElements.get('define-two')).to.equal(two);
    expect(warnings).to.deep.equal([]);
  });

  it('keeps the elements of the first script, and warns once of the tags that are already defined', () => {
    const first = { 'define-a': anElement(), 'define-b': anElement() };
    const second = { 'define-a': anElement(), 'define-b': anElement(), 'define-c': anElement() };

    define(first);
    define(second);

    expect(customElements.get('define-a')).to.equal(first['define-a']);
    expect(customElements.get('define-b')).to.equal(first['define-b']);
    expect(warnings).to.have.length(1);
    expect(warnings[0]).to.contain('define-a, define-b');
  });

  it('registers what the second script has and the first has not', () => {
    const later = anElement();

    define({ 'define-d': anElement() });
    define({ 'define-d': anElement(), 'define-e': later });

    expect(customElements.get('define-e')).to.equal(later);
  });
});
