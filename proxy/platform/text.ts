/** Control characters, halves of a character, and marks that turn around what is written beside them. */
const disturbing = /[\p{Cs}\u202a-\u202e\u2066-\u2069]|(?![\t\n\r])\p{Cc}/gu;

/** Text that can be shown beside other text. It stays text: whatever looks like HTML in it is none. */
export function toPlain(text: string): string {
  return text.replace(disturbing, '');
}
