/** Something that was found on a page, in words for whoever builds it. */
export interface Finding {
  /**
   * `wrong` keeps people from booking, `told` is what the widget has said in the console, `unwise`
   * makes booking worse, `fine` needs no change.
   */
  readonly state: 'wrong' | 'told' | 'unwise' | 'fine';
  readonly text: string;
}

export const wrong = (text: string): Finding => ({ state: 'wrong', text });
export const told = (text: string): Finding => ({ state: 'told', text });
export const unwise = (text: string): Finding => ({ state: 'unwise', text });
export const fine = (text: string): Finding => ({ state: 'fine', text });
