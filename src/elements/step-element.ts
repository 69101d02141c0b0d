import { en } from '../messages/en.ts';
import { addEnglish, type Words } from '../messages/words.ts';
import { InnerElement } from './inner-element.ts';

addEnglish(en);

/** An element of a step after the list. It brings the texts of these steps. */
export abstract class StepElement extends InnerElement {
  protected override get words(): Words {
    return super.words as Words;
  }
}
