/** What is found out about a page, in the words of whoever builds it. */
export interface Finding {
  /** `wrong` keeps somebody from booking, `unwise` makes it worse, `fine` needs nothing. */
  readonly state: 'wrong' | 'unwise' | 'fine';
  readonly text: string;
}

export const wrong = (text: string): Finding => ({ state: 'wrong', text });
export const unwise = (text: string): Finding => ({ state: 'unwise', text });
export const fine = (text: string): Finding => ({ state: 'fine', text });
