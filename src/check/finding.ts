/** Something that was found on a page, in words for whoever builds it. */
export interface Finding {
  /** `wrong` keeps people from booking, `unwise` makes booking worse, `fine` needs no change. */
  readonly state: 'wrong' | 'unwise' | 'fine';
  readonly text: string;
}

export const wrong = (text: string): Finding => ({ state: 'wrong', text });
export const unwise = (text: string): Finding => ({ state: 'unwise', text });
export const fine = (text: string): Finding => ({ state: 'fine', text });
